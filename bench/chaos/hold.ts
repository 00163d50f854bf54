import { setTimeout as wait } from "node:timers/promises";
import { RostrumError } from "../../src/errors/rostrum-error.js";
import type { NumberedEvent } from "../../src/talk/conversations/port/history.js";
import type { Conversations, FollowedEvent, StatusEvent } from "../../src/talk/conversations/port/port.js";
import type { ConversationDocument } from "../../src/talk/transcript/json.js";
import { type ChaosTalk, lineOf } from "../../test/support/chaos-talks.js";
import {
  type CountedCall,
  type CountingEndpoint,
  startCountingEndpoint,
} from "../../test/support/counting-endpoint.js";
import { hashedAnswer } from "../../test/support/hashed-answers.js";
import { patiently } from "./patience.js";

const publicPurposes = new Set(["speech", "execute", "decide", "sum-up", "reflect", "prompt-speaker"]);

export interface Held {
  readonly talk: ChaosTalk;
  readonly document: ConversationDocument;
  /** The saved events, in the order in which the follower received them. Empty without a follower. */
  readonly received: readonly NumberedEvent[];
  /** The saved events, as a new follower receives them. */
  readonly events: readonly NumberedEvent[];
  readonly calls: readonly CountedCall[];
}

const isRefused = (error: unknown) => RostrumError.isInstance(error) && error.code === "invalid-input";

export class Holder {
  private readonly interjections = new Map<string, Promise<unknown>>();
  private readonly talks = new Map<string, ChaosTalk>();

  private constructor(
    private readonly conversations: Conversations,
    private readonly endpoint: CountingEndpoint,
    private readonly followsLate: boolean,
  ) {}

  /**
   * @param pace - The duration of each model call, in milliseconds.
   * @param followsLate - Whether to follow conversations in which a person misses a deadline. Without a follower, a
   * worker must continue the run after the deadline.
   */
  static async start(open: () => Promise<Conversations>, pace: number, followsLate: boolean): Promise<Holder> {
    let holder: Holder | undefined;
    const endpoint = await startCountingEndpoint({
      lieOf: () => "none",
      pause: () => 0,
      async answer(call, prompt) {
        await wait(pace);
        await holder?.interject(call);
        return hashedAnswer(call, prompt);
      },
    });
    holder = new Holder(await open(), endpoint, followsLate);
    return holder;
  }

  callsOf(talk: ChaosTalk): readonly CountedCall[] {
    return this.endpoint.callsOf(talk.model);
  }

  private async interject({ model, purpose, turn }: CountedCall): Promise<void> {
    const talk = this.talks.get(model);
    if (!talk || !publicPurposes.has(purpose) || turn < talk.interjection.turn) return;
    const { text, id, now } = talk.interjection;
    const known = this.interjections.get(model);
    const sending = known ?? patiently(() => this.conversations.interject(talk.thread, text, { id, now }));
    this.interjections.set(model, sending);
    await sending;
  }

  async hold(talk: ChaosTalk): Promise<Held> {
    const { thread, mode, input, model, variant } = talk;
    this.talks.set(model, talk);
    const start = { thread, input, context: { model: `openai:${model}` }, idempotencyKey: `start ${thread}` };
    await patiently(() => this.conversations.start(mode, start));
    const received = variant === "late" && !this.followsLate ? await this.waitFor(talk) : await this.follow(talk);
    await this.interjections.get(model);
    const events: NumberedEvent[] = [];
    await patiently(async () => {
      events.length = 0;
      for await (const event of this.conversations.follow(thread)) {
        if (event.type === "status") break;
        if (event.sequence !== undefined) events.push(event);
      }
    });
    const document = await patiently(() => this.conversations.transcript(thread));
    return { talk, document, received, events, calls: this.callsOf(talk) };
  }

  private async waitFor({ thread }: ChaosTalk): Promise<[]> {
    for (;;) {
      const status = await patiently(() => this.conversations.read(thread));
      if (this.isOver(thread, { ...status, type: "status" })) return [];
      await wait(500);
    }
  }

  private async follow(talk: ChaosTalk): Promise<NumberedEvent[]> {
    const received: NumberedEvent[] = [];
    let isOver = false;
    const take = async (event: FollowedEvent) => {
      if (event.type === "status") {
        isOver = this.isOver(talk.thread, event);
        if (talk.variant !== "late") await this.answer(talk, event);
      } else if (event.sequence !== undefined) received.push(event);
    };
    while (!isOver)
      await patiently(async () => {
        const after = received.at(-1)?.sequence ?? 0;
        for await (const event of this.conversations.follow(talk.thread, { after })) {
          await take(event);
          if (isOver) break;
        }
      });
    return received;
  }

  private isOver(thread: string, { status, error }: StatusEvent): boolean {
    if (status === "failed" || status === "stopped" || status === "paused")
      throw new Error(`${thread} ${status}: ${error?.message}`);
    return status === "ended";
  }

  private async answer({ thread }: ChaosTalk, { waiting }: StatusEvent): Promise<void> {
    for (const { id, value } of waiting)
      await patiently(() =>
        this.conversations
          .answer(thread, { [id]: lineOf(value.participant, value.turn) })
          // A refusal means that an earlier attempt delivered the answer, but that its confirmation was lost.
          .catch((error) => (isRefused(error) ? undefined : Promise.reject(error))),
      );
  }

  async stop(): Promise<void> {
    await this.endpoint.untilQuiet();
    await this.conversations.close();
    await this.endpoint.stop();
  }
}
