/** Opens the conversations that a command works with. */
import type { ConversationSource, SourceSetup } from "./source.js";

/** Opens the source that the options name, uses it and closes it. */
export async function withSource<Result>(
  setup: SourceSetup,
  use: (source: ConversationSource) => Promise<Result>,
): Promise<Result> {
  const source =
    setup.options.url === undefined
      ? await (await import("./saved-conversations.js")).SavedConversations.open(setup)
      : new (await import("./server-conversations.js")).ServerConversations(setup.options.url, setup);
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}
