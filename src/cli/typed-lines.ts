/** What is typed while a conversation runs: interjections, and commands such as the one that asks for the floor. */

import type { TakingPartTexts } from "../locales/command-line.js";
import type { RostrumEvent } from "../state/events.js";
import { longestInterjection } from "../state/interjection.js";
import type { InterjectOptions } from "../thread/interject.js";
import { truncate } from "./terminal/columns.js";
import type { Observer } from "./terminal/observer.js";
import { safeLine } from "./terminal/safe-text.js";

/** A longer line is shown in part: whole, it follows as a message. In cells. */
const longestEcho = 60;

/** Adds something to the conversation that is running. */
export type Interject = (text: string, options: InterjectOptions) => Promise<{ readonly id: string }>;

interface Sent {
  readonly line: string;
  /** Undefined where it could not be left for the conversation. */
  readonly id: Promise<string | undefined>;
}

interface Typed {
  /** Undefined in a line that is for the conversation. */
  readonly command: string | undefined;
  /** What stands behind it. */
  readonly rest: string;
}

function readLine(line: string): Typed {
  const [, command, rest = ""] = /^[/／](\S*)\s*(.*)$/su.exec(line) ?? [];
  return command === undefined ? { command, rest: line } : { command: `/${command}`, rest };
}

/** Observes the conversation to know what of it was heard. */
export class TypedLines implements Observer {
  private readonly sent: Sent[] = [];
  private readonly heard = new Set<string>();
  private latest: Promise<unknown>;
  private connectWith: (interject: Interject) => void = () => {};
  private readonly connected = new Promise<Interject>((resolve) => {
    this.connectWith = resolve;
  });

  /** `people`: the names of the people in the cast. */
  constructor(
    private readonly people: readonly string[],
    private readonly texts: TakingPartTexts,
  ) {
    this.latest = this.connected;
  }

  /** Where lines go from now on. Those typed before follow. */
  connect(interject: Interject): void {
    this.connectWith(interject);
  }

  /** Does what a line asks for. Returns what is said to whoever typed it. */
  take(typed: string): string {
    const line = typed.trim();
    return this.reply(line, this.do(line));
  }

  /** What is said to a command that is typed while `speaker` has the floor; undefined where the line is none. */
  replyTo(typed: string, speaker: string): string | undefined {
    const line = typed.trim();
    const { command, rest } = readLine(line);
    if (command === undefined) return undefined;
    const { texts } = this;
    const said = command === "/help" ? this.helpWith(texts.floorHelp(speaker), rest) : this.inform(command, rest);
    return this.reply(line, this.isHand(command) ? texts.hasFloor(speaker) : said);
  }

  see(event: RostrumEvent): void {
    if (event.type === "interjection") this.heard.add(event.interjection.id);
  }

  /** What was never sent is not waited for. */
  close(): void {
    this.connectWith(() => Promise.reject(new Error("the conversation is over")));
  }

  /** Resolves when every line so far has been left for the conversation. */
  async untilSent(): Promise<void> {
    await this.latest;
  }

  /** The lines that the conversation ended without. */
  async unheard(): Promise<string[]> {
    const lines = await Promise.all(this.sent.map(async ({ line, id }) => ({ line, id: await id })));
    return lines.filter(({ id }) => id === undefined || !this.heard.has(id)).map(({ line }) => line);
  }

  private do(line: string): string {
    const { command, rest } = readLine(line);
    if ([...rest].length > longestInterjection) return this.texts.tooLong;
    if (command !== undefined) return this.isHand(command) ? this.raiseHand(rest, line) : this.inform(command, rest);
    const [only, ...others] = this.people;
    this.send(line, line, only !== undefined && others.length === 0 ? { from: only } : {});
    return this.texts.heardNext;
  }

  private reply(line: string, outcome: string): string {
    return this.texts.reply(truncate(safeLine(line), longestEcho), outcome);
  }

  private isHand(command: string): boolean {
    return command === "/hand" || command === this.texts.handCommand;
  }

  /** What is said to a command that does nothing. */
  private inform(command: string, rest: string): string {
    const { texts, people } = this;
    if (command !== "/help") return texts.unknownCommand(safeLine(command));
    return this.helpWith(texts.commands(people.length > 0), rest);
  }

  private helpWith(help: string, rest: string): string {
    return rest === "" ? help : this.texts.andNothingSent(help);
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

  /** One after the other, so that they are heard in the order in which they were typed. */
  private send(line: string, text: string, options: InterjectOptions): void {
    const send = async () => (await (await this.connected)(text, options)).id;
    const id = this.latest.then(send).catch(() => undefined);
    this.latest = id;
    this.sent.push({ line, id });
  }
}
