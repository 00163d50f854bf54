import { dirname } from "node:path";
import { expect, it } from "@jest/globals";
import { type SourceFile, sources } from "./source.js";

const linesOf = ({ text }: SourceFile) => text.split("\n").length - 1;

it("no file of src has more than 300 lines", () => {
  const long = sources.filter((file) => linesOf(file) > 300);
  expect(long.map((file) => `${file.path} has ${linesOf(file)} lines: split it`)).toEqual([]);
});

it("no comment in src is wider than 120 characters", () => {
  const wide = sources.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (/^\s*(?:\/?\*|\/\/)/.test(line) && line.length > 120 ? `${path}:${index + 1}` : [])),
  );
  expect(wide).toEqual([]);
});

it("no folder of src has more than 20 files", () => {
  const folders = [...new Set(sources.map(({ path }) => dirname(path)))];
  const filesIn = (folder: string) => sources.filter(({ path }) => dirname(path) === folder).length;
  const full = folders.filter((folder) => filesIn(folder) > 20);
  expect(full.map((folder) => `${folder} has ${filesIn(folder)} files: split it`)).toEqual([]);
});
