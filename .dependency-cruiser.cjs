/** Imports point downwards only, and never in a circle. The layers from the roof to the ground: */
const layers = [
  "^(graphs|bench|deploy|docs)/|^src/(cli|server|web)/|^src/locales/[a-z]+/command-line|^src/locales/command-line",
  "^src/client/",
  "^src/index",
  "^src/conversations/(local-|other-mode|thread-names)",
  "^src/scenario/",
  "^src/modes/",
  "^src/steps/",
  "^src/conversations/(port|history|feed|status)",
  "^src/thread/",
  "^src/(models|rehearsal|testing)/",
  "^src/transcript/",
  "^src/state/",
  "^src/(selection|stopping|memory)/",
  "^src/locales/(?!command-line|[a-z]+/command-line|[a-z]+/errors|formats)",
  "^src/usage/",
  "^src/(storage|langgraph|text)/",
  "^src/(?!index)[\\w-]+\\.ts|^src/locales/(formats|\\w+/errors)",
];

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "shipped-needs-shipped",
      comment: "published code must not need a development dependency; the server runs from a clone only",
      severity: "error",
      from: { path: "^(src|graphs)/", pathNot: "^src/server/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer"] },
    },
    {
      name: "client-is-light",
      comment: "a program that only speaks to a server loads no graph and no model",
      severity: "error",
      from: { path: "^src/client/" },
      to: {
        path: "^src/(models|rehearsal|steps|modes|scenario|index)",
        // Types only: what a model is asked, as data.
        pathNot: "^src/models/request",
        reachable: true,
      },
    },
    {
      name: "page-shares-types-only",
      comment: "the page runs in browsers: it speaks to the server, and takes only types from the library",
      severity: "error",
      from: { path: "^stage/" },
      to: { path: "^(src|graphs|bench|deploy)/" },
    },
    {
      name: "page-is-no-library",
      severity: "error",
      from: { path: "^(src|graphs|deploy)/" },
      to: { path: "^stage/" },
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
    exclude: { path: "^docs/\\.vitepress/" },
    // Type-only imports vanish when the code is compiled.
    tsPreCompilationDeps: false,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
    },
  },
};
