/** Who has which part in a meeting. */
import type { Language } from "../../language.js";
import { locales } from "../../locales/registry.js";
import type { Participant } from "../../state/participant.js";
import type { Part, Stage, StageTask } from "../../state/stage.js";

const partFor: Readonly<Record<StageTask, Exclude<Part, "auto">>> = {
  present: "presenter",
  discuss: "discusser",
  summarize: "summarizer",
  decide: "decider",
};

/** The part of a seat that was given none: the first presents, the last decides, the one before sums up, the rest discuss. */
function usualPart(seat: number, seats: number): Part {
  if (seat === 0) return "presenter";
  if (seat === seats - 1) return "decider";
  // Of three the decider also sums up, so that somebody is left to discuss.
  return seat === seats - 2 && seats > 3 ? "summarizer" : "discusser";
}

/** The cast with every part settled. */
export function settleParts<Member extends Participant>(participants: readonly Member[]): Member[] {
  return participants.map((participant, seat) =>
    participant.part && participant.part !== "auto"
      ? participant
      : { ...participant, part: usualPart(seat, participants.length) },
  );
}

/** The names of a stage's speakers, in the order of speaking. Never empty: where nobody has the part, somebody takes it. */
export function speakersOf({ speakers, task }: Stage, participants: readonly Participant[]): readonly string[] {
  if (speakers.length > 0) return speakers;
  const having = (part: Part) => participants.filter((each) => each.part === part).map(({ name }) => name);
  const found = having(partFor[task]);
  const all = participants.map(({ name }) => name);
  if (task === "discuss") return found.length > 0 ? found : all;
  if (found.length > 0) return task === "decide" ? found.slice(0, 1) : found;
  const standIn = task === "summarize" ? having("decider")[0] : undefined;
  return [standIn ?? (task === "present" ? all[0] : all.at(-1)) ?? ""];
}

export function settleStages<Given extends Stage>(stages: readonly Given[], language: Language): Given[] {
  const taken = new Set(stages.map(({ name }) => name));
  const words = locales[language].transcript.stages;
  return stages.map((stage) => {
    if (stage.name !== "") return stage;
    const plain = words[stage.task];
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} ${number}`;
    taken.add(name);
    return { ...stage, name };
  });
}
