/** Generates the first page of the reference, which lists the exports, each with the first sentence of its comment. */
import ts from "typescript";
import * as aiSdk from "../../src/ai-sdk.js";
import * as client from "../../src/client.js";
import * as rostrum from "../../src/index.js";
import * as modes from "../../src/modes.js";
import * as react from "../../src/react.js";
import * as testing from "../../src/testing.js";
import * as web from "../../src/web.js";
import { generatedBy } from "./markdown.js";
import { commentOf, resolve, type Types } from "./types.js";

const entries = [
  {
    name: "rostrum",
    file: "src/index.ts",
    module: rostrum,
    what: "Graphs, rules, stop conditions, storage, transcripts.",
  },
  {
    name: "rostrum/client",
    file: "src/client.ts",
    module: client,
    what: "Conversations on a LangGraph server. Loads no graph and no model.",
  },
  { name: "rostrum/web", file: "src/web.ts", module: web, what: "Conversations over HTTP, with the page." },
  {
    name: "rostrum/modes",
    file: "src/modes.ts",
    module: modes,
    what: "Building blocks for your own modes. Experimental.",
  },
  {
    name: "rostrum/react",
    file: "src/react.ts",
    module: react,
    what: "A React hook that follows a conversation and takes part in it. Loads no graph and no model.",
  },
  {
    name: "rostrum/ai-sdk",
    file: "src/ai-sdk.ts",
    module: aiSdk,
    what: "Conversations for the AI SDK's `useChat`.",
  },
  {
    name: "rostrum/testing",
    file: "src/testing.ts",
    module: testing,
    what: "A scripted model for tests.",
  },
];

const types = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias;
const kinds = [
  { title: "Functions", flag: ts.SymbolFlags.Function },
  { title: "Classes", flag: ts.SymbolFlags.Class },
  { title: "Values", flag: ts.SymbolFlags.Variable },
  { title: "Types", flag: types },
];

const firstSentence = (text: string) => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

const sourceOf = (symbol: ts.Symbol) =>
  symbol.declarations?.[0]?.getSourceFile().fileName.replace(/^.*\/src\//, "../../src/") ?? "";

function entrySection(program: Types, { name, file, module, what }: (typeof entries)[number]): string {
  const found = program
    .exportsOf(file)
    .map((symbol) => ({ name: symbol.name, symbol: resolve(program, symbol) }))
    // Leaves out values that an entry point exports only as types, with `export type`.
    .filter(({ name, symbol }) => symbol.flags & types || name in module)
    .sort((left, right) => left.name.localeCompare(right.name, "en"));
  const parts = kinds.flatMap(({ title, flag }) => {
    const lines = found
      .filter(({ symbol }) => symbol.flags & flag)
      .map(({ name, symbol }) => {
        const summary = firstSentence(commentOf(program, symbol));
        return `- [\`${name}\`](${sourceOf(symbol)})${summary ? `: ${summary}` : ""}`;
      });
    return lines.length > 0 ? [`**${title}**`, lines.join("\n")] : [];
  });
  return [`### ${name}`, what, ...parts].join("\n\n");
}

export const referencePage = (program: Types): string => `${generatedBy}
# Reference

These pages are generated from the code by \`npm run generate\`; a test fails if a page is out of date.

- [Settings](settings.md): the settings of every mode and of a run
- [Events](events.md): what a running conversation reports
- [Errors](errors.md): every error code, and the details of errors
- [Command line](command-line.md): the commands and their options

## API

Each name links to the file that declares it; the comments there contain the details.

${entries.map((entry) => entrySection(program, entry)).join("\n\n")}

## Next

[Start](../start.md), or go back to the [documentation](../README.md).
`;
