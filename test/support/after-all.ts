/** Deletes the folder in which before-all.ts compiled the sources. Jest calls the exported function after all tests. */
import { rm } from "node:fs/promises";

export default async function removeBuild(): Promise<void> {
  const folder = process.env["ROSTRUM_TEST_BUILD"];
  if (folder) await rm(folder, { recursive: true, force: true });
}
