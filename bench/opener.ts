/**
 * A child process of `report:openings`. Opens and closes each database whose address the parent sends, and replies with
 * the error, or with an empty string.
 */
import { openThreads } from "../src/talk/storage/open.js";

process.on("message", async (address: string) => {
  try {
    await (await openThreads(address)).close();
    process.send?.("");
  } catch (error) {
    process.send?.(String(error));
  }
});
process.send?.("ready");
