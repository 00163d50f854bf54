/** What people type while a conversation runs: messages to it, and commands such as the one that asks for the floor. */
import type { TakingPartTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import { longestInterjection } from "../../state/records.js";
import type { InterjectOptions } from "../../thread/interject.js";
import type { Observer } from "../terminal/display.js";
import { safeLine, truncate } from "../terminal/text.js";

/** Longer lines are shown in part; they follow in full as messages. In cells. */
const maxEchoWidth = 60;

export type Interject = (text: string, options: InterjectOptions) => Promise<{ readonly id: string }>;

/** Observes the conversation in order to know which messages were heard. */
export class TypedLines implements Observer {
  private readonly sent: { readonly line: string; readonly id: Promise<string | undefined> }[] = [];
  private readonly heard = new Set<string>();
  private readonly connection = Promise.withResolvers<Interject>();
  private latest: Promise<unknown> = this.connection.promise;

  constructor(
    private readonly people: readonly string[],
    private readonly texts: TakingPartTexts,
  ) {}

  /** Sets where messages go, those typed before included. */
  connect(interject: Interject): void {
    this.connection.resolve(interject);
  }

  /**
   * Sends a message or obeys a command. Returns the reply. While `speaker` has the floor: undefined for any line that is no
   * command, which is the speech.
   */
  take(typed: string, speaker?: string): string | undefined {
    const line = typed.trim();
    if (line === "/help" || line === "／help") return this.texts.help(this.people.length > 0, speaker);
    const outcome = this.outcomeOf(line, speaker);
    return outcome && this.texts.reply(truncate(safeLine(line), maxEchoWidth), outcome);
  }

  see(event: RostrumEvent): void {
    if (event.type === "interjection") this.heard.add(event.interjection.id);
  }

  /** Messages that could not be sent until now never will be. */
  close(): void {
    this.connect(() => Promise.reject(new Error("the conversation is over")));
  }

  async untilSent(): Promise<void> {
    await this.latest;
  }

  async unheard(): Promise<string[]> {
    const lines = await Promise.all(this.sent.map(async ({ line, id }) => ({ line, id: await id })));
    return lines.filter(({ id }) => id === undefined || !this.heard.has(id)).map(({ line }) => line);
  }

  private outcomeOf(line: string, speaker: string | undefined): string | undefined {
    const { people, texts } = this;
    const [, command, rest = line] = /^([/／]\S*)\s*(.*)/su.exec(line) ?? [];
    if (speaker === undefined && [...rest].length > longestInterjection) return texts.tooLong;
    if (command === undefined) {
      if (speaker !== undefined) return undefined;
      const [only, ...others] = people;
      this.send(line, line, only !== undefined && others.length === 0 ? { from: only } : {});
      return texts.heardNext;
    }
    const name = command.replace("／", "/");
    if (name === "/hand" || name === texts.handCommand)
      return speaker === undefined ? this.raiseHand(rest, line) : texts.hasFloor(speaker);
    return name === "/help" ? texts.nothingSent : texts.unknownCommand(safeLine(name));
  }

  private raiseHand(rest: string, line: string): string {
    const { texts, people } = this;
    const [only] = people;
    if (only === undefined) return texts.noPeople;
    const named = people.filter((name) => `${rest} `.startsWith(`${name} `));
    const person = people.length === 1 ? only : named.sort((left, right) => right.length - left.length)[0];
    if (person === undefined) return texts.whoseHand(people);
    const text = people.length === 1 ? rest : rest.slice(person.length).trim();
    this.send(line, text, { from: person, raisesHand: true });
    return texts.handRaised(person);
  }

  /** Sends messages one after the other, so that they are heard in the order in which they were typed. */
  private send(line: string, text: string, options: InterjectOptions): void {
    const send = async () => (await (await this.connection.promise)(text, options)).id;
    const id = this.latest.then(send).catch(() => undefined);
    this.latest = id;
    this.sent.push({ line, id });
  }
}
