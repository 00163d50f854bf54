/** What a meeting has heard: who laid the matter out, and who argued what. */
import type { Line } from "../../../state/message.js";
import type { Participant } from "../../../state/participant.js";
import { concernsIn, concernsOf } from "../concerns.js";
import type { HeardBrief } from "../conversation-brief.js";
import type { ConcernName, Stance } from "../phrases.js";
import { concernNames } from "../phrases.js";
import { stancesOf } from "../stance.js";
import { phrasesOf } from "../texts.js";

/** Something that somebody of the cast argued. */
export interface Argued {
  readonly participant: Participant;
  readonly name: string;
  readonly text: string;
  readonly stance: Stance;
  readonly concerns: readonly ConcernName[];
}

/** Whether somebody's part is to argue. Whoever has no part may have any. */
export function isDiscusser({ part }: Participant): boolean {
  return part === undefined || part === "auto" || part === "discusser";
}

/** The first words of the presenters: they lay out what is argued later. */
export function presentationsIn(request: HeardBrief): Line[] {
  const { lines, omitted } = request.conversation;
  if (omitted > 0) return [];
  return request.cast
    .filter(({ part }) => part === "presenter")
    .flatMap(({ name }) => lines.find(({ speaker }) => speaker === name) ?? []);
}

/** All that was argued, in its order; neither presentations nor summaries. */
export function arguedIn(request: HeardBrief): Argued[] {
  const presented = presentationsIn(request);
  const stances = stancesOf(request);
  return request.conversation.lines.flatMap((line) => {
    const participant = request.cast.find(({ name }) => name === line.speaker);
    if (participant === undefined || participant.part === "summarizer" || presented.includes(line)) return [];
    const { name } = participant;
    const stance = stances.get(name) ?? "unsure";
    return [{ participant, name, text: line.text, stance, concerns: concernsIn(line.text, request) }];
  });
}

/** Who has argued, in the order in which they began to. */
export function arguersIn(argued: readonly Argued[]): Participant[] {
  return [...new Set(argued.map(({ participant }) => participant))];
}

/** The concerns that a presentation names by the phrases for them. */
export function namedIn(text: string, request: HeardBrief): ConcernName[] {
  const { concerns } = phrasesOf[request.language];
  return concernNames.filter((name) => concerns[name].points.some((point) => text.includes(point)));
}

/** Concerns that nobody has argued though they were presented or matter to somebody; those first. */
export function missingIn(request: HeardBrief, argued: readonly Argued[]): ConcernName[] {
  const raised = new Set(argued.flatMap(({ concerns }) => concerns));
  const presented = presentationsIn(request).flatMap(({ text }) => namedIn(text, request));
  const cared = arguersIn(argued).flatMap((participant) => concernsOf(participant, request));
  return [...new Set([...presented, ...cared])].filter((concern) => !raised.has(concern));
}

/** What one person alone has argued. */
export function unansweredIn(argued: readonly Argued[]): { readonly concern: ConcernName; readonly name: string }[] {
  return concernNames.flatMap((concern) => {
    const names = new Set(argued.filter(({ concerns }) => concerns.includes(concern)).map(({ name }) => name));
    const [name] = names;
    return names.size === 1 && name !== undefined ? [{ concern, name }] : [];
  });
}

/** What two of different minds have both argued. */
export function sharedIn(
  argued: readonly Argued[],
): { readonly concern: ConcernName; readonly one: Argued; readonly other: Argued }[] {
  return concernNames.flatMap((concern) => {
    const about = argued.filter(({ concerns }) => concerns.includes(concern));
    const one = about[0];
    const other = one && about.find(({ name, stance }) => name !== one.name && stance !== one.stance);
    return one && other ? [{ concern, one, other }] : [];
  });
}
