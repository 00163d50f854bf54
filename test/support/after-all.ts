/** Removes the files that were compiled for the tests. */
import { rm } from "node:fs/promises";

export default async function removeBuild(): Promise<void> {
  const folder = process.env["ROSTRUM_TEST_BUILD"];
  if (folder) await rm(folder, { recursive: true, force: true });
}
