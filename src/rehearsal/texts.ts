/** The texts that the rehearsal speaks from: one YAML file per subject and language, read when it is first needed. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Language } from "../language.js";

/** Sentences that can stand for each other. */
export type Texts = readonly string[];
export type Stance = "for" | "against" | "unsure";
type ByStance = Readonly<Record<Stance, Texts>>;

export const relations = ["agree", "disagree", "weigh", "asked", "prompted", "continuing", "hearing"] as const;
export type Relation = (typeof relations)[number];

/** What people say in a discussion. */
interface Talk {
  readonly openings: Texts;
  readonly positions: {
    readonly proposal: ByStance;
    readonly claim: ByStance;
    readonly open: { readonly wish: Texts; readonly none: Texts };
  };
  readonly reactions: Readonly<Record<Relation, Texts>>;
  readonly leadIns: Texts;
  readonly personal: Readonly<Record<"fact" | "creed" | "ask" | "role", Texts>>;
  readonly concessions: Texts;
  readonly closings: Readonly<Record<"proposal" | "claim" | "open", Texts>>;
  readonly questions: Texts;
  readonly short: Readonly<Record<Stance | "open" | "answer", Texts>>;
  readonly last: Readonly<Record<Stance | "open" | "heard" | "left" | "bye", Texts>>;
}

/** What there is to say about one aspect of a topic. */
export interface ThemeTexts {
  /** A noun phrase. */
  readonly point: string;
  /** Beginnings of words, as alternatives of a pattern, by which a text is recognised to be about it. */
  readonly words: string;
  /** Whether it is only spoken about where the topic or somebody's description touches it. */
  readonly narrow?: boolean;
  readonly change?: Texts;
  readonly stay?: Texts;
  readonly for?: Texts;
  readonly against?: Texts;
  readonly weigh: Texts;
  readonly questions: Texts;
  /** An indirect question. */
  readonly gap: string;
}
interface Themes {
  readonly proposal: Readonly<Record<string, ThemeTexts>>;
  readonly claim: Readonly<Record<string, ThemeTexts>>;
}

export type InterjectionKind = "question" | "request" | "statement";
interface Listener extends Readonly<Record<InterjectionKind | "unclear" | "tiny", Texts>> {
  readonly nameless: string;
  readonly answers: Readonly<Record<InterjectionKind, Texts>>;
}

export type ChoiceReason = "listener" | "asked" | "named" | "opposed" | "concerned" | "unheard" | "waited" | "first";
interface Director
  extends Readonly<
    Record<"welcome" | "welcomeTopic" | "said" | "contrast" | "fresh" | "listener" | "tiny" | "joints", Texts>
  > {
  readonly reasons: Readonly<Record<ChoiceReason, Texts>>;
  readonly questions: Readonly<Record<"first" | "opposed" | "other" | "fresh" | "tiny", Texts>>;
  readonly closing: Readonly<Record<"heard" | "open" | "thanks" | "bye" | "nobody", Texts>>;
  readonly crowd: string;
}

type Verdict = "yes" | "no" | "trial";
interface Meeting {
  readonly present: Readonly<Record<"opening" | "more" | "sides" | "others" | "open" | "tiny", Texts>>;
  readonly judge: Readonly<Record<"open" | "unanswered" | "general" | "enough" | "tiny" | "tinyEnough", Texts>>;
  readonly summary: Readonly<Record<Stance | "opening" | "spoke" | "quote" | "open" | "nothing" | "tiny", Texts>>;
  readonly decision: Readonly<Record<Verdict | "wish" | "open" | "reasons" | "split" | "dissent", Texts>> & {
    readonly claim: Readonly<Record<Verdict, Texts>>;
    readonly short: Readonly<Record<Verdict | "reason", Texts>>;
  };
}

type ReportPart = "opening" | "quoted" | "role" | "basis" | "advice" | "draft" | "general" | "tiny";
type SumUpPart = "opening" | "done" | "doneShort" | "failed" | "skipped" | "missing" | "conclusion" | "tiny";
interface Team {
  readonly tasks: Texts;
  readonly last: Texts;
  readonly tinyTask: Texts;
  readonly reports: Readonly<Record<ReportPart, Texts>>;
  readonly findings: Readonly<Record<string, Texts>>;
  readonly sumUp: Readonly<Record<SumUpPart, Texts>>;
}

interface Person {
  readonly without: string;
  readonly somebody: string;
  readonly describe: Readonly<Record<Stance | "who" | "nobody" | "cares", Texts>>;
  readonly sharpen: Texts;
  readonly summarize: Readonly<Record<Stance | "spoke" | "quote" | "nothing", Texts>>;
}

interface Move {
  readonly act: string;
  readonly good: string;
  readonly bad: string;
}
export interface Beat {
  readonly scene: string;
  readonly moves: readonly Move[];
}
interface Story extends Readonly<Record<"calls" | "endings" | "outcomes" | "roles" | "feelings" | "general" | "tiny" | "tinyScene", Texts>> {
  readonly quest: string;
  readonly acts: Readonly<Record<string, readonly Beat[]>>;
}

/** Every file of texts, by its name. */
export interface TextFiles {
  readonly talk: Talk;
  readonly themes: Themes;
  readonly listener: Listener;
  readonly director: Director;
  readonly meeting: Meeting;
  readonly team: Team;
  readonly person: Person;
  readonly story: Story;
}

const loaded = new Map<string, unknown>();

/** One file's texts in a language. */
export function textsOf<Name extends keyof TextFiles>(language: Language, name: Name): TextFiles[Name] {
  const path = `./texts/${language}/${name}.yaml`;
  if (!loaded.has(path)) loaded.set(path, parse(readFileSync(new URL(path, import.meta.url), "utf8")));
  return loaded.get(path) as TextFiles[Name];
}
