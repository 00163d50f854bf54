/** A process of `report:openings`. Opens and closes each database that the parent names, and reports failures. */
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
