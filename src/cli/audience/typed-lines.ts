/** What people type while a conversation runs: messages to it, and commands such as the one that asks for the floor. */
import type { TakingPartTexts } from "../../locales/command-line.js";
import type { RostrumEvent } from "../../state/events.js";
import { longestInterjection } from "../../state/records.js";
import type { InterjectOptions } from "../../thread/interject.js";
import { type Observer, safeLine, truncate } from "../terminal/text.js";

/** Longer lines are shown in part; they follow in full as messages. In cells. */
const maxEchoWidth = 60;

export type Interject = (text: string, options: InterjectOptions) => Promise<{ readonly id: string }>;

interface SentLine {
  readonly line: string;
  readonly id: Promise<string | undefined>;
}

function parseLine(line: string): { readonly command: string | undefined; readonly rest: string } {
  const [, command, rest = ""] = /^[/／](\S*)\s*(.*)$/su.exec(line) ?? [];
  return command === undefined ? { command, rest: line } : { command: `/${command}`, rest };
}

/** Observes the conversation in order to know which messages were heard. */
export class TypedLines implements Observer {
  private readonly sent: SentLine[] = [];
  private readonly heard = new Set<string>();
  private setConnection: (interject: Interject) => void = () => {};
  private readonly connection = new Promise<Interject>((resolve) => {
    this.setConnection = resolve;
  });
  private latest: Promise<unknown> = this.connection;

  constructor(
    private readonly people: readonly string[],
    private readonly texts: TakingPartTexts,
  ) {}

  /** Sets where messages go, those typed before included. */
  connect(interject: Interject): void {
    this.setConnection(interject);
  }

  take(typed: string): string {
    const line = typed.trim();
    return this.reply(line, this.execute(line));
  }

  /** The reply to a command that is typed while `speaker` has the floor; undefined for any other line. */
  replyTo(typed: string, speaker: string): string | undefined {
    const line = typed.trim();
    const { command, rest } = parseLine(line);
    if (command === undefined) return undefined;
    const { texts } = this;
    if (this.isHand(command)) return this.reply(line, texts.hasFloor(speaker));
    return this.reply(line, this.inform(command, rest, texts.floorHelp(speaker)));
  }

  see(event: RostrumEvent): void {
    if (event.type === "interjection") this.heard.add(event.interjection.id);
  }

  /** Messages that could not be sent until now never will be. */
  close(): void {
    this.setConnection(() => Promise.reject(new Error("the conversation is over")));
  }

  async untilSent(): Promise<void> {
    await this.latest;
  }

  async unheard(): Promise<string[]> {
    const lines = await Promise.all(this.sent.map(async ({ line, id }) => ({ line, id: await id })));
    return lines.filter(({ id }) => id === undefined || !this.heard.has(id)).map(({ line }) => line);
  }

  private execute(line: string): string {
    const { people, texts } = this;
    const { command, rest } = parseLine(line);
    if ([...rest].length > longestInterjection) return texts.tooLong;
    if (command !== undefined)
      return this.isHand(command)
        ? this.raiseHand(rest, line)
        : this.inform(command, rest, texts.commands(people.length > 0));
    const [only, ...others] = people;
    this.send(line, line, only !== undefined && others.length === 0 ? { from: only } : {});
    return texts.heardNext;
  }

  private reply(line: string, outcome: string): string {
    return this.texts.reply(truncate(safeLine(line), maxEchoWidth), outcome);
  }

  private isHand(command: string): boolean {
    return command === "/hand" || command === this.texts.handCommand;
  }

  private inform(command: string, rest: string, help: string): string {
    const { texts } = this;
    if (command !== "/help") return texts.unknownCommand(safeLine(command));
    return rest === "" ? help : texts.andNothingSent(help);
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
    const send = async () => (await (await this.connection)(text, options)).id;
    const id = this.latest.then(send).catch(() => undefined);
    this.latest = id;
    this.sent.push({ line, id });
  }
}
