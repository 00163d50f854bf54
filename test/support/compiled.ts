import { join } from "node:path";

function inBuild(path: string): string {
  const folder = process.env["ROSTRUM_TEST_BUILD"];
  if (!folder) throw new Error("nothing has been compiled");
  return join(folder, path);
}

/** Returns the path of the compiled file. `source`: the path of the source file, relative to the project's root. */
export const compiled = (source: string): string => inBuild(source.replace(/ts$/, "js"));

/** Returns the folder that contains the built web page. */
export const compiledPage = (): string => inBuild("page");
