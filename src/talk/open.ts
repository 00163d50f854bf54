/** In browsers, `open-in-browser.ts` takes the place of this file. */
export { openConversations, startWorker } from "./conversations/open.js";
export { openCheckpointer } from "./storage/open.js";
