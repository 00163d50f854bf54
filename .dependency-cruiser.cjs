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
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^virtual:" } },
    {
      name: "folders-do-not-import-entries",
      comment: "package entries only export code from the folders, so no folder imports an entry",
      severity: "error",
      from: { path: "^src/[^/]+/" },
      to: { path: "^src/[^/]+\\.ts$" },
    },
    {
      name: "shipped-needs-shipped",
      comment: "published code must not need a development dependency; apps/server runs only in a clone",
      severity: "error",
      from: { path: "^(src|graphs)/", pathNot: "^src/apps/server/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm-peer", "type-only"] },
    },
    {
      name: "client-is-light",
      comment: "a program that only talks to a server must not load graphs or models; it may import their types",
      severity: "error",
      from: { path: "^src/(client\\.ts|talk/conversations/remote/)" },
      to: {
        path: "^src/(graph/(models|steps|modes)|offline|talk/scenario)/",
        reachable: true,
      },
    },
    {
      name: "page-imports-texts-and-types",
      comment:
        "the page runs in browsers, so it may import only texts, types, `rostrum/react`, and the modules that derive a history and read events",
      severity: "error",
      from: { path: "^stage/" },
      to: {
        path: "^(src|graphs|bench|deploy)/",
        pathNot: "^src/(apps/react/[^/]+|core/history|core/state/events|words/[^/]+/page)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "react-is-light",
      comment:
        "pages bundle it, so it may import only React, types, the module that reads events, and the check of the Node.js version",
      severity: "error",
      from: { path: "^src/(react|apps/react/[^/]+|core/state/events)\\.ts$" },
      to: {
        pathNot: [
          "^src/(apps/react/[^/]+|core/state/events|base/(require-node|node-version))\\.ts$",
          "(^|/)node_modules/(@types/)?react/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "history-imports-only-types-and-itself",
      comment: "the page bundles these modules, so they may import only types and each other",
      severity: "error",
      from: { path: "^src/core/(history|corrections-by-turn|sorted-by-turn|state/history-records)\\.ts$" },
      to: {
        pathNot: "^src/core/(corrections-by-turn|sorted-by-turn|state/history-records)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "page-texts-import-little",
      comment: "the page bundles these texts, so they must not import prompts, errors or patterns",
      severity: "error",
      from: { path: "^src/words/[^/]+/(page|page-conversation|estimate|common|settings)\\.ts$" },
      to: {
        path: "^src/",
        pathNot: [
          "^src/words/[^/]+/(page|page-conversation|estimate|common|settings)\\.ts$",
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
    exclude: { path: "^docs/(\\.vitepress|public)/" },
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
