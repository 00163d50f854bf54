/** Compares conversations that contain hostile texts with control conversations that contain harmless texts instead. */
import { expect } from "@jest/globals";
import { readLines, renderLines } from "../../src/core/text/lines.js";
import { lineOf, placeOf, speakerOf } from "../../src/core/text/message.js";
import { exportConversation } from "../../src/talk/transcript/json.js";
import { readMarkdown, renderMarkdown } from "../../src/talk/transcript/markdown.js";
import { locales } from "../../src/words/registry.js";
import {
  type HostileMode,
  type HostileText,
  play,
  type SceneLanguage,
  scenes,
  type Talk,
  type Way,
} from "./hostile-talk.js";
import { languagesOf } from "./languages.js";
import { shareOf, withSeed } from "./property.js";

function difference(left: unknown, right: unknown): string | undefined {
  const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
  if (one === other) return undefined;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `not …${around(one)}… but …${around(other)}…`;
}

function ownersOf({ state }: Talk, language: SceneLanguage): readonly (readonly string[])[] {
  const { leader, listener } = scenes[language];
  return state.messages.map((message) => {
    const place = placeOf(message);
    switch (place?.kind) {
      case "speech":
        return state.decisions.filter(({ turn }) => turn === place.turn).map(({ speaker }) => speaker);
      case "opening":
        return [locales[language].prompts.moderator];
      case "direction":
      case "closing":
        return [leader];
      case "interjection":
        return [listener];
      default:
        return [listener, locales.en.listener];
    }
  });
}

function misattributions(mode: HostileMode, talk: Talk, language: SceneLanguage): string[] {
  const { state } = talk;
  const owners = ownersOf(talk, language);
  const stolen = state.messages.filter((message, index) => !owners[index]?.includes(speakerOf(message)));
  const lines = state.messages.map(lineOf);
  const exported = exportConversation(mode, state);
  const kept: typeof exported = JSON.parse(JSON.stringify(exported));
  const copies = {
    Markdown: readMarkdown(renderMarkdown(exported)),
    JSON: kept.messages.map(({ name, text }) => ({ speaker: name, text })),
    "a prompt": readLines(renderLines(lines)),
  };
  return [
    ...stolen.map((message) => `${speakerOf(message)} said what is somebody else's: ${message.text}`),
    ...Object.entries(copies).flatMap(([form, copy]) => {
      const found = difference(lines, copy);
      return found ? [`read back from ${form}: ${found}`] : [];
    }),
  ];
}

async function changesBy(
  mode: HostileMode,
  way: Way,
  { texts, language, control }: { texts: readonly string[]; language: SceneLanguage; control: Talk },
): Promise<string[]> {
  const talk = await play(mode, way, { texts, language });
  const found = difference(control.outcome, talk.outcome);
  return [
    ...talk.obeyed.map((order) => `obeyed: ${order}`),
    ...(found ? [found] : []),
    ...misattributions(mode, talk, language),
  ];
}

/** Expects no forbidden change. Plays all texts in the thorough tests, and a fifth of them otherwise. */
export const expectNoChange = (mode: HostileMode, way: Way, texts: readonly HostileText[]): Promise<void> =>
  withSeed(async (seed) => expect(await findChanges(mode, way, shareOf(texts, seed))).toEqual([]));

/**
 * If `way` allows batches, plays the texts in batches, and each text of a batch alone if the batch causes a forbidden
 * change.
 */
async function findChanges(mode: HostileMode, way: Way, texts: readonly HostileText[]): Promise<string[]> {
  const controls = new Map<string, Talk>();
  const controlFor = async (language: SceneLanguage, count: number) => {
    const key = `${language} ${count}`;
    const known = controls.get(key);
    const harmless = Array.from({ length: count }, () => scenes[language].harmless);
    const control = known ?? (await play(mode, way, { texts: harmless, language }));
    controls.set(key, control);
    return control;
  };
  const changes: string[] = [];
  for (const language of languagesOf(scenes)) {
    const control = await controlFor(language, 1);
    changes.push(...control.obeyed.map((order) => `obeyed without any text: ${order}`));
    const left = texts.filter((each) => each.language === language);
    while (left.length > 0) {
      const batch = left.splice(0, way.together ?? 1);
      const together = { texts: batch.map(({ text }) => text), language };
      const found = await changesBy(mode, way, { ...together, control: await controlFor(language, batch.length) });
      if (found.length === 0) continue;
      const before = changes.length;
      for (const { id, text } of batch) {
        const alone = batch.length === 1 ? found : await changesBy(mode, way, { texts: [text], language, control });
        changes.push(...alone.map((change) => `${id}: ${change}`));
      }
      if (changes.length === before) changes.push(...found.map((change) => `${batch[0]?.id} and others: ${change}`));
    }
  }
  return changes;
}
