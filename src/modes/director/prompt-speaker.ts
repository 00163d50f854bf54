/** The director gives the floor: one public message holds its comment and its question to the chosen speaker. */

import { locales } from "../../locales/registry.js";
import type { Fault } from "../../state/correction.js";
import { type ModeServices, promptsFor } from "../../steps/services.js";
import { cleanerFor, directionSlot, sayAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { readAddresses, withoutCalling } from "../../text/address.js";
import { askDirector, directorScene, halfWordLimit, type Reading } from "./ask-director.js";
import type { DirectorConversation, DirectorUpdate } from "./state.js";

/** Checks that a question addresses the chosen speaker. */
function addressFault(question: string, speaker: string, names: readonly string[]): Fault | undefined {
  const { asked, called, named } = readAddresses(question, names);
  const addressee = asked.at(-1) ?? (called.includes(speaker) ? speaker : called.at(-1));
  if (addressee !== undefined) return addressee === speaker ? undefined : "wrong-addressee";
  return named.includes(speaker) ? undefined : "no-addressee";
}

export function createPromptSpeaker(services: ModeServices) {
  return async function promptSpeaker(state: DirectorConversation, step: StepContext): Promise<DirectorUpdate> {
    const scene = directorScene(state);
    const { turn, self, language } = scene;
    const speaker = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!speaker) throw new Error(`“${state.nextSpeaker}” has the floor but is not in the cast`);
    const direction = state.direction?.turn === turn ? state.direction : null;
    const comment = direction?.comment ?? "";
    const wordLimit = halfWordLimit(state.wordLimit);
    const request = { ...scene, purpose: "prompt-speaker", comment, speaker, wordLimit } as const;

    const names = state.participants.map(({ name }) => name);
    const others = names.filter((name) => name !== speaker.name);
    const { address, askPlainly } = promptsFor(services, state);
    const read = (answer: string): Reading<null> => {
      // The speaker's name may stand before the question; there it addresses the speaker and is no label.
      const { text, faults } = cleanerFor(services, state, self.name, { addressed: [speaker.name] })(answer, true);
      if (text === "") return { value: null, text: askPlainly(speaker.name), faults, rejections: ["empty"] };
      const fault = addressFault(text, speaker.name, names);
      if (!fault) return { value: null, text, faults, rejections: [] };
      const rest = withoutCalling(text, others);
      const mended = address(speaker.name, rest);
      // A question about the speaker, or one that still addresses another participant, cannot be mended.
      const { named, called } = readAddresses(rest, names);
      const isMended = !named.includes(speaker.name) && called.length === 0;
      const used = isMended ? mended : askPlainly(speaker.name);
      // Rostrum adds a missing name; only a question to another participant is asked for again.
      const rejections = fault === "wrong-addressee" ? [fault] : [];
      return { value: null, text: used, faults: [...faults, fault], rejections };
    };
    const earlierAnswer = direction?.question || undefined;
    const { last, corrections } = await askDirector(services, state, { request, read, earlierAnswer }, step);

    const text = locales[language].join([comment, last.text].filter(Boolean));
    const message = await sayAloud(services, state, directionSlot(self.name, turn), text, step);
    return { messages: [message], direction: null, corrections };
  };
}
