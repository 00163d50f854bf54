import { Hono } from "hono";
import type { BlankSchema } from "hono/types";
import { waitsForPerson } from "../../../core/state/participant.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { refuse } from "../failures.js";
import type { Visible } from "../guard.js";
import { bodies, readBody } from "../requests.js";
import type { TypingSignals } from "../typing.js";
import type { Invitations } from "./invitations.js";
import { seatsIn } from "./seated-conversations.js";

export function seatRoutes(typing: TypingSignals, invitations: Invitations | undefined) {
  return new Hono<Visible, BlankSchema, "/:thread">()
    .post("/typing", async (context) => {
      const { participant } = await readBody(context, bodies.typing);
      const { conversations, owner, seats } = context.var;
      const thread = context.req.param("thread");
      if (seats && !seatsIn(thread, seats).includes(participant)) throw refuse("only-a-seat");
      // Reads the conversation only to check that it exists, which is unnecessary if the conversation has followers.
      if (!typing.isFollowed([owner, thread])) await conversations.read(thread);
      typing.send([owner, thread], participant);
      return context.body(null, 204);
    })
    .post("/invite", async (context) => {
      const { participant } = await readBody(context, bodies.invite);
      const { conversations, seats } = context.var;
      const thread = context.req.param("thread");
      const { participants = [] } = (await conversations.read(thread)).state;
      if (seats) throw refuse("only-a-seat");
      const people = participants.filter(waitsForPerson).map(({ name }) => name);
      if (!people.includes(participant)) throw invalidField("participant", "not-one-of", { values: people });
      return context.json({ token: invitations?.tokenFor({ thread, participant }) ?? null });
    });
}
