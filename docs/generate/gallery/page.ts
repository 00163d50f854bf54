import type { ConversationDocument } from "../../../src/index.js";
import { page as english } from "../../../src/words/en/page.js";
import { page as chinese } from "../../../src/words/zh/page.js";
import { record } from "./record.js";
import { type Recording, recordings, type Texts } from "./recordings.js";

type Language = keyof Texts;

const words = {
  en: {
    page: english,
    toDocs: "",
    languages: { en: "English", zh: "Chinese" },
    source: (path: string) => (path.startsWith("examples/") ? "program" : "scenario"),
    turn: (turn: number) => `turn ${turn}`,
  },
  zh: {
    page: chinese,
    toDocs: "../",
    languages: { en: "英文", zh: "中文" },
    source: (path: string) => (path.startsWith("examples/") ? "程序" : "场景"),
    turn: (turn: number) => `第 ${turn} 次发言`,
  },
};

export const recordingPath = (name: string): string => `docs/recordings/${name}.json`;

export async function recordAll(): Promise<ReadonlyMap<string, ConversationDocument>> {
  const records = new Map<string, ConversationDocument>();
  for (const { name, course } of recordings) records.set(name, await record(name, course));
  return records;
}

function entry({ name, titles, source, see }: Recording, record: ConversationDocument, language: Language): string {
  const { page, toDocs, languages, source: sourceName, turn: turnName } = words[language];
  const { turn, texts } = see(record);
  const linkTo = (label: string, fragment = "") => `[${label}](${toDocs}recordings/${name}.json${fragment})`;
  const facts = [
    linkTo(page.strip.play),
    page.modes[record.mode]?.name,
    languages[record.language as Language],
    page.home.turns(record.messages.at(-1)?.turn ?? 0),
    `[${sourceName(source)}](../${toDocs}${source})`,
  ];
  const text = texts[language].replace("{turn}", linkTo(turnName(turn), `#/turn/${turn}`));
  return `## ${titles[language]}\n\n${facts.join(" · ")}\n\n${text}`;
}

export const galleryList = (records: ReadonlyMap<string, ConversationDocument>, language: Language): string =>
  `\n${recordings
    .flatMap((recording) => {
      const found = records.get(recording.name);
      return found ? entry(recording, found, language) : [];
    })
    .join("\n\n")}\n`;
