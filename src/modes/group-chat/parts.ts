/** Assigns the parts of a meeting, and names its stages. */
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

/** The default part of a seat: the first presents, the last decides, the one before it summarizes, the others discuss. */
function defaultPart(seat: number, seats: number): Part {
  if (seat === 0) return "presenter";
  if (seat === seats - 1) return "decider";
  // In a cast of three the decider also summarizes, so that one participant is left to discuss.
  return seat === seats - 2 && seats > 3 ? "summarizer" : "discusser";
}

/** Gives every participant without a part the default one. */
export function assignParts<Member extends Participant>(participants: readonly Member[]): Member[] {
  return participants.map((participant, seat) =>
    participant.part && participant.part !== "auto"
      ? participant
      : { ...participant, part: defaultPart(seat, participants.length) },
  );
}

/** The names of a stage's speakers, in the order of speaking. Never empty: if nobody has the part, a stand-in takes it. */
export function speakersOf({ speakers, task }: Stage, participants: readonly Participant[]): readonly string[] {
  if (speakers.length > 0) return speakers;
  const withPart = (part: Part) => participants.filter((each) => each.part === part).map(({ name }) => name);
  const found = withPart(partFor[task]);
  const all = participants.map(({ name }) => name);
  if (task === "discuss") return found.length > 0 ? found : all;
  if (found.length > 0) return task === "decide" ? found.slice(0, 1) : found;
  const standIn = task === "summarize" ? withPart("decider")[0] : undefined;
  return [standIn ?? (task === "present" ? all[0] : all.at(-1)) ?? ""];
}

/** Gives every stage without a name a unique one, after its task. */
export function nameStages<Given extends Stage>(stages: readonly Given[], language: Language): Given[] {
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
