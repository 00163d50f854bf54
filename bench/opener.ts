/** A process of `report:openings`: opens and closes each database it is told of, and tells what went wrong. */
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
