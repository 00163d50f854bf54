import { dirname } from "node:path";
import { expect, it } from "@jest/globals";
import { filesIn, type SourceFile, sources } from "./source.js";

const linesOf = ({ text }: SourceFile) => text.split("\n").length - 1;

it("no TypeScript file of src has more than 300 lines", () => {
  const long = sources.filter((file) => linesOf(file) > 300);
  expect(long.map((file) => `${file.path} has ${linesOf(file)} lines: split it`)).toEqual([]);
});

it.each(["src", "stage", "test", "bench", "deploy", "graphs", "examples", "docs", "packages"])(
  "no comment in %s is wider than 120 characters",
  (folder) => {
    // Excludes the built site and the cache of its builds.
    const files = filesIn(folder, /^(?!\.vitepress\/(?:dist|cache)\/).*\.(?:tsx?|css)$/);
    const wide = files.flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          /^\s*\{?(?:\/?\*|\/\/)/.test(line) && line.length > 120 ? `${folder}/${path}:${index + 1}` : [],
        ),
    );
    expect(files).not.toEqual([]);
    expect(wide).toEqual([]);
  },
);

it("no folder of src has more than 20 TypeScript files", () => {
  const folders = [...new Set(sources.map(({ path }) => dirname(path)))];
  const countIn = (folder: string) => sources.filter(({ path }) => dirname(path) === folder).length;
  const full = folders.filter((folder) => countIn(folder) > 20);
  expect(full.map((folder) => `${folder} has ${countIn(folder)} files: split it`)).toEqual([]);
});
