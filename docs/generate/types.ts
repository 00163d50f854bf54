/** Reads types and their comments with the TypeScript compiler. All pages share one program. */
import ts from "typescript";
import { root } from "./markdown.js";

const files = [
  "src/index.ts",
  "src/ai-sdk.ts",
  "src/client.ts",
  "src/web.ts",
  "src/modes.ts",
  "src/react.ts",
  "src/testing.ts",
  "src/apps/web/responses.ts",
  "src/words/en/error-words.ts",
];

export function readTypes() {
  const program = ts.createProgram(
    files.map((file) => `${root}${file}`),
    {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    },
  );
  const checker = program.getTypeChecker();
  const sourceOf = (file: string) => {
    const source = program.getSourceFile(`${root}${file}`);
    if (!source) throw new Error(`${file} is not part of the program`);
    return source;
  };
  const exportsOf = (file: string) => {
    const symbol = checker.getSymbolAtLocation(sourceOf(file));
    return symbol ? checker.getExportsOfModule(symbol) : [];
  };
  return { checker, sourceOf, exportsOf };
}

export type Types = ReturnType<typeof readTypes>;

export const resolve = ({ checker }: Types, symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

export const commentOf = ({ checker }: Types, symbol: ts.Symbol): string =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/\s*\n\s*/g, " ")
    .trim();
