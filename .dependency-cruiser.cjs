/** Imports point downwards only, and never in a circle. The layers from the roof to the ground: */
const layers = [
  "^graphs/|^bench/|^deploy/|^src/(cli|server)/",
  "^src/client/",
  "^src/index",
  "^src/scenario/",
  "^src/modes/",
  "^src/nodes/",
  "^src/policies/",
  "^src/(prompts|models)/",
  "^src/parsing/",
  "^src/persistence/",
  "^src/transcript/",
  "^src/state/",
  "^src/(domain/|errors)",
];

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "shipped-needs-shipped",
      comment: "what is published must not need what only its developers have",
      severity: "error",
      from: { path: "^(src|graphs)/" },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "client-is-light",
      comment: "whoever only speaks to a server need not load what runs there",
      severity: "error",
      from: { path: "^src/client/" },
      to: { path: "^src/(models|prompts|policies|scenario|index)", reachable: true },
    },
    ...layers.map((layer, index) => ({
      name: `only-downwards-from-${index}`,
      severity: "error",
      from: { path: layer },
      to: { path: layers.slice(0, index).join("|") || "^$" },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
    },
  },
};
