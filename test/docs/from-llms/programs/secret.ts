/** A game in which one player has a secret, and its report for the audience. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createBidding, exportConversation, publicCopy, renderMarkdown } from "rostrum";

export async function play(model: BaseChatModel, secret: string) {
  const participants = [
    { name: "Mira", role: "old miller", description: secret },
    { name: "Otto", role: "night ferryman", description: "You slept on the boat." },
    { name: "Pia", role: "village teacher" },
  ];
  const state = await createBidding({ model })
    .compile()
    .invoke({ topic: "Who has the lantern?", participants, maxTurns: 3 });
  const whole = exportConversation("bidding", state);
  return { whole, audience: publicCopy(whole), report: renderMarkdown(publicCopy(whole)) };
}
