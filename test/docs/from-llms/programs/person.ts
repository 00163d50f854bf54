/** A conversation in which Hana, a person, speaks on a page. */
import { Hono } from "hono";
import { openConversations } from "rostrum";
import { createApp } from "rostrum/web";

export async function openHall() {
  const conversations = await openConversations("memory");
  const participants = [
    { name: "Hana", role: "head gardener", human: true },
    { name: "Ivo", role: "town surveyor" },
  ];
  const { thread } = await conversations.start("round-robin", {
    input: { topic: "Where should the bench stand?", participants, maxTurns: 2 },
  });
  return { conversations, thread, app: new Hono().route("/hall", createApp(conversations)) };
}
