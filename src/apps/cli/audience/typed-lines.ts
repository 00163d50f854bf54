import type { Control, ControlRecord } from "../../../core/state/control-record.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { readControl } from "../../../graph/state/control.js";
import { type ControlAction, controlActions } from "../../../records/control.js";
import type { InterjectOptions } from "../../../records/interjection.js";
import { longestLine } from "../../../records/person-question.js";
import type { ControlOptions } from "../../../talk/conversations/delivery/control.js";
import type { TakingPartTexts } from "../../../words/command-line.js";
import type { Observer } from "../terminal/display.js";
import { safeLine, truncate } from "../terminal/text.js";

/** The maximum width of a typed line in a reply, in cells. The conversation receives the whole line. */
const maxEchoWidth = 60;

export interface Contact {
  interject(text: string, options: InterjectOptions): Promise<{ readonly id: string }>;
  control(request: Control, options: ControlOptions): Promise<{ readonly id: string }>;
}

/** Reads a participant's name and role from a text such as `Dee, a nurse`, which may be in quotes. */
function readNewcomer(text: string): Control {
  const [, quoted = text] = /^["“”「](.*)["“”」]$/su.exec(text) ?? [];
  const [name = "", role = ""] = quoted.split(/[,，、](.*)/su);
  return { add: { name: name.trim(), ...(role.trim() && { role: role.trim() }) } };
}

function controlFor(action: ControlAction, rest: string): Control {
  switch (action) {
    case "pause":
      return { pause: true };
    case "step":
      return { step: true };
    case "add":
      return readNewcomer(rest);
    case "next":
      return { next: rest };
    case "mute":
      return { mute: rest };
    case "unmute":
      return { unmute: rest };
    case "remove":
      return { remove: rest };
  }
}

export class TypedLines implements Observer {
  private readonly sent: { readonly line: string; readonly id: Promise<string | undefined> }[] = [];
  private readonly heard = new Set<string>();
  private readonly connection = Promise.withResolvers<Contact>();
  private latest: Promise<unknown> = this.connection.promise;

  constructor(
    private people: readonly string[],
    private readonly texts: TakingPartTexts,
  ) {}

  /** Sets the recipient of all lines, including lines that were typed earlier. */
  connect(contact: Contact): void {
    this.connection.resolve(contact);
  }

  /**
   * Returns the reply to a line; undefined if the line answers a question. Sends any other line to the conversation,
   * except `/help` and invalid commands. `speaker`: the participant whose line is awaited, or whose draft is being
   * reviewed, if any.
   */
  take(typed: string, speaker?: string): string | undefined {
    const line = typed.trim();
    if (line === "/help" || line === "／help") return this.texts.help(this.people.length > 0, speaker);
    const outcome = this.outcomeOf(line, speaker);
    return outcome && this.texts.reply(truncate(safeLine(line), maxEchoWidth), outcome);
  }

  see(event: RostrumEvent): void {
    if (event.type === "interjection") this.heard.add(event.interjection.id);
    if (event.type === "control") this.seeControl(event.control);
  }

  /** Gives up sending the lines that are still waiting for `connect`. */
  close(): void {
    const reject = () => Promise.reject(new Error("the conversation is over"));
    this.connect({ interject: reject, control: reject });
  }

  async endOfPause(typed: string): Promise<"resume" | "step" | undefined> {
    await this.untilSent();
    const line = typed.trim();
    if (line === "") return "resume";
    return this.actionOf(line.replace("／", "/")) === "step" ? "step" : undefined;
  }

  async untilSent(): Promise<void> {
    await this.latest;
  }

  /** Returns the lines that the conversation has not read yet. Those with an id have been sent and are in the inbox. */
  async unheard() {
    const lines = await Promise.all(this.sent.map(async ({ line, id }) => ({ line, id: await id })));
    return lines.filter(({ id }) => id === undefined || !this.heard.has(id));
  }

  private seeControl({ id, control, refusal }: ControlRecord): void {
    this.heard.add(id);
    if (refusal || !control) return;
    if ("remove" in control) this.people = this.people.filter((name) => name !== control.remove);
    if ("add" in control && control.add.human) this.people = [...this.people, control.add.name];
  }

  private outcomeOf(line: string, speaker: string | undefined): string | undefined {
    const { texts } = this;
    const [, command, rest = line] = /^([/／]\S*)\s*(.*)/su.exec(line) ?? [];
    if (speaker === undefined && [...rest].length > longestLine) return texts.tooLong;
    if (command === undefined) {
      if (speaker !== undefined) return undefined;
      this.send(line, (contact) => contact.interject(line, this.sender));
      return texts.heardNext;
    }
    const name = command.replace("／", "/");
    if (name === "/hand" || name === texts.handCommand)
      return speaker === undefined ? this.raiseHand(rest, line) : texts.hasFloor(speaker);
    const action = this.actionOf(name);
    if (action) return this.steer(action, rest, line);
    return name === "/help" ? texts.nothingSent : texts.unknownCommand(safeLine(name));
  }

  private get sender(): { readonly from?: string } {
    const [only, ...others] = this.people;
    return only !== undefined && others.length === 0 ? { from: only } : {};
  }

  private raiseHand(rest: string, line: string): string {
    const { texts, people } = this;
    const [only] = people;
    if (only === undefined) return texts.noPeople;
    const named = people.filter((name) => `${rest} `.startsWith(`${name} `));
    const person = people.length === 1 ? only : named.sort((left, right) => right.length - left.length)[0];
    if (person === undefined) return texts.whoseHand(people);
    const text = people.length === 1 ? rest : rest.slice(person.length).trim();
    this.send(line, (contact) => contact.interject(text, { from: person, raisesHand: true }));
    return texts.handRaised(person);
  }

  private actionOf(command: string): ControlAction | undefined {
    const { controlCommands } = this.texts;
    return controlActions.find((action) => command === `/${action}` || command === controlCommands[action]);
  }

  private steer(action: ControlAction, rest: string, line: string): string {
    const { texts } = this;
    const isAlone = action === "pause" || action === "step";
    if (isAlone !== (rest === "")) return isAlone ? texts.needsNothing : texts.needsName;
    const request = controlFor(action, rest);
    if ("problems" in readControl(request)) return texts.nameTooLong;
    this.send(line, (contact) => contact.control(request, this.sender));
    return texts.obeyedNext;
  }

  /** Sends the line after all earlier lines, to preserve the order in which they were typed. */
  private send(line: string, deliver: (contact: Contact) => Promise<{ readonly id: string }>): void {
    const send = async () => (await deliver(await this.connection.promise)).id;
    const id = this.latest.then(send).catch(() => undefined);
    this.latest = id;
    this.sent.push({ line, id });
  }
}
