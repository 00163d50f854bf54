/** Replaces modules of which the playground uses little or nothing, because they would enlarge it. */
import type { Plugin } from "vite";

/**
 * The modules, by their paths in `node_modules` or in the project. Each replacement says why the playground does not
 * need the module.
 */
const replacements: Readonly<Record<string, string>> = {
  "@langchain/core/dist/load/import_map.js": "import-map.ts",
  "@langchain/core/dist/messages/block_translators/index.js": "block-translators.ts",
  "@langchain/core/dist/messages/transformers.js": "message-transformers.ts",
  "@langchain/core/dist/runnables/graph.js": "drawable-graph.ts",
  "@langchain/core/dist/tracers/console.js": "console-tracer.ts",
  "@langchain/core/dist/tracers/event_stream.js": "event-stream.ts",
  "@langchain/core/dist/tracers/log_stream.js": "log-stream.ts",
  "@langchain/core/dist/tracers/tracer_langchain.js": "langchain-tracer.ts",
  "@langchain/core/dist/utils/fast-json-patch/src/duplex.js": "json-patch.ts",
  "@langchain/core/dist/utils/js-sha256/hash.js": "sha256.ts",
  "@langchain/core/dist/utils/json_patch.js": "json-patch.ts",
  "@langchain/core/dist/utils/sax-js/sax.js": "sax.ts",
  "@langchain/core/dist/utils/tiktoken.js": "tiktoken.ts",
  "@langchain/core/dist/utils/zod-to-json-schema/index.js": "zod-to-json-schema.ts",
  "@langchain/core/dist/utils/zod-to-json-schema/zodToJsonSchema.js": "zod-to-json-schema.ts",
  "@langchain/langgraph/dist/stream/run-stream.js": "run-stream.ts",
  "langsmith/index.mjs": "langsmith.ts",
  "langsmith/lib/run_trees.mjs": "run-trees.ts",
  "src/words/en/command-line.ts": "command-line.ts",
  "src/words/zh/command-line.ts": "command-line.ts",
  "zod/v3/index.js": "zod-v3.ts",
};

const root = new URL("../../", import.meta.url).pathname;

const pathIn = (id: string) => id.split("/node_modules/").at(-1)?.replace(root, "") ?? "";

/** Fails the build if nothing imports one of the modules any longer, so that no replacement outlives its reason. */
export function replaceModules(): Plugin {
  const unused = new Set(Object.keys(replacements));
  return {
    name: "replace-modules",
    enforce: "pre",
    load(id) {
      const replacement = replacements[pathIn(id)];
      if (replacement === undefined) return null;
      unused.delete(pathIn(id));
      return `export * from ${JSON.stringify(`${import.meta.dirname}/${replacement}`)};`;
    },
    buildEnd(error) {
      if (!error && unused.size > 0) this.error(`No longer part of the playground: ${[...unused].join(", ")}`);
    },
  };
}
