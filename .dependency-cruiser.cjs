/**
 * Imports, including those of types, point only downwards and never form cycles. src/layers.json lists the folders from
 * top to bottom.
 */
const layers = require("./src/layers.json");

const downwards = Object.entries(layers).flatMap(([parent, folders]) => {
  const names = Object.keys(folders);
  return names.slice(1).map((name, index) => ({
    name: `only-downwards-from-${parent}/${name}`,
    severity: "error",
    from: { path: `^${parent}/${name}/` },
    to: { path: `^${parent}/(${names.slice(0, index + 1).join("|")})/` },
  }));
});

module.exports = {
  forbidden: [
    { name: "no-circle-of-files", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-circle-of-folders",
      severity: "error",
      scope: "folder",
      from: { path: "^src/" },
      to: { circular: true },
    },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "entries-are-the-roof",
      comment: "what a package entry exports is made below it",
      severity: "error",
      from: { path: "^src/[^/]+/" },
      to: { path: "^src/[^/]+\\.ts$" },
    },
    {
      name: "shipped-needs-shipped",
      comment: "published code must not need a development dependency; the server runs from a clone only",
      severity: "error",
      from: { path: "^(src|graphs)/", pathNot: "^src/apps/server/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer", "type-only"] },
    },
    {
      name: "client-is-light",
      comment: "a program that only speaks to a server loads no graph and no model; it shares their types",
      severity: "error",
      from: { path: "^src/(client\\.ts|talk/conversations/remote/)" },
      to: {
        path: "^src/(graph/(models|steps|modes)|offline|talk/scenario)/",
        reachable: true,
      },
    },
    {
      name: "page-shares-words-and-types",
      comment:
        "the page runs in browsers: it speaks to the server, and takes only words, types, and the one module that tells a history",
      severity: "error",
      from: { path: "^stage/" },
      to: {
        path: "^(src|graphs|bench|deploy)/",
        pathNot: "^src/(core/history|words/[^/]+/page)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "history-is-code-free-but-for-itself",
      comment: "the page bundles it: it imports types, and three modules that import only types",
      severity: "error",
      from: { path: "^src/core/(history|corrections-by-turn|sorted-by-turn|state/history-records)\\.ts$" },
      to: {
        pathNot: "^src/core/(corrections-by-turn|sorted-by-turn|state/history-records)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "page-words-are-few",
      comment: "what the page bundles: no prompts, errors or patterns",
      severity: "error",
      from: { path: "^src/words/[^/]+/(page|page-conversation|common|settings)\\.ts$" },
      to: {
        path: "^src/",
        pathNot: [
          "^src/words/[^/]+/(page|page-conversation|common|settings)\\.ts$",
          "^src/(words/(formats|bid-reason)|base/lazy)\\.ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "page-is-no-library",
      severity: "error",
      from: { path: "^(src|graphs|deploy)/" },
      to: { path: "^stage/" },
    },
    ...downwards,
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Templates belong to projects that have Rostrum as a dependency.
    exclude: { path: "^(docs/\\.vitepress|src/words/[^/]+/templates)/" },
    // Includes imports of types, because readers follow them like any other import.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js"],
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
    },
  },
};
