/** Opens conversations and checkpointers at any address. */
export { openConversations, startWorker } from "./conversations/open.js";
export { openCheckpointer } from "./storage/open.js";
