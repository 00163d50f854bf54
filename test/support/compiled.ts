import { join } from "node:path";

function inBuild(path: string): string {
  const folder = process.env["ROSTRUM_TEST_BUILD"];
  if (!folder) throw new Error("nothing has been compiled");
  return join(folder, path);
}

/** `source`: the path of a source file, relative to the project's root. */
export const compiled = (source: string): string => inBuild(source.replace(/ts$/, "js"));

export const compiledPage = (): string => inBuild("page");
