import { join } from "node:path";

/** The compiled file of a source, whose path is given from the project's root. */
export function compiled(source: string): string {
  const folder = process.env["ROSTRUM_TEST_BUILD"];
  if (!folder) throw new Error("nothing has been compiled");
  return join(folder, source.replace(/ts$/, "js"));
}
