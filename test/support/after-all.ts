/** Deletes the folders that before-all.ts created. Jest calls the exported function after all tests. */
import { rm } from "node:fs/promises";

export default async function removeFolders(): Promise<void> {
  for (const folder of [process.env["ROSTRUM_TEST_BUILD"], process.env["ROSTRUM_TEST_FILES"]])
    if (folder) await rm(folder, { recursive: true, force: true });
}
