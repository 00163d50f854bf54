/** The contract of thread storage and of conversations, in IndexedDB. */
import "fake-indexeddb/auto";
import { describe } from "@jest/globals";
import { openConversations } from "../../../src/talk/open-in-browser.js";
import { createHeldModel } from "../../support/held-model.js";
import { keepsConversations } from "../contracts/conversations.js";

describe("in process, saved in IndexedDB", () => {
  const { model, ...controls } = createHeldModel();
  keepsConversations({
    ...controls,
    open: () => openConversations("indexeddb:talks", { model, pollMs: 50 }),
    forksIntoOtherModes: true,
  });
});
