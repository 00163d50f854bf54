/** The options of `run`, and the scenario fields that they stand for. */

import type { OptionName } from "../locales/command-line.js";
import type { Override } from "../scenario/scenario.js";

/** Options as commander hands them over: texts, but for the switches. */
export interface RunOptions {
  readonly topic?: string;
  readonly participants?: string;
  readonly turns?: string;
  readonly seed?: string;
  readonly model?: string;
  readonly bidModel?: string;
  readonly temperature?: string;
  readonly lang?: string;
  readonly wordLimit?: string;
  readonly prepare?: boolean;
  readonly criterion?: string;
  readonly budget?: string;
  readonly pace?: string;
  readonly json?: boolean;
  readonly out?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** The name that the conversation is kept under. */
  readonly thread?: string;
  /** Where threads are kept. */
  readonly db?: string;
  /** The server that the conversation is on. */
  readonly url?: string;
  /** Of `interject`: whose line it is, and whether it is heard at once. */
  readonly from?: string;
  readonly now?: boolean;
  /** Of `fork`: the turn after which it begins, the name of what it begins, and its mode. */
  readonly turn?: string;
  readonly as?: string;
  readonly mode?: string;
  /** Of `show`: the decisions and not the speeches. */
  readonly decisions?: boolean;
  /** Of `show`: the cost and not the speeches. */
  readonly usage?: boolean;
}

const looksLikeNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number where the text is one; the text itself otherwise, for the field's own check to refuse. */
const toNumber = (text: string): unknown => {
  const number = looksLikeNumber.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
};

/** Names with commas between them, also those of Chinese. */
const toCast = (text: string): unknown =>
  text.trim() === "" ? [] : text.split(/[,，、]/).map((name) => ({ name: name.trim() }));

/** Limits with commas between them, such as `calls=100,seconds=60`. */
const toLimits = (text: string): unknown =>
  Object.fromEntries(
    text.split(/[,，]/).map((limit) => {
      const [kind = "", most = ""] = limit.split("=").map((part) => part.trim());
      return [kind, toNumber(most)];
    }),
  );

const asGiven = (value: unknown): unknown => value;

/** How an option is written, and which field it sets. */
export interface OptionField {
  readonly option: OptionName & keyof RunOptions;
  readonly flag: string;
  /** What stands for the value in help; nothing for a switch. */
  readonly value?: string;
  readonly path: readonly [string, ...string[]];
  /** Whether it is settled once a conversation has opened: a fork cannot change it. */
  readonly isSettledAtOpening?: true;
  read(value: never): unknown;
}

export const optionFields: readonly OptionField[] = [
  { option: "topic", flag: "--topic", value: "TEXT", path: ["topic"], read: asGiven, isSettledAtOpening: true },
  {
    option: "participants",
    flag: "--participants",
    value: "A,B,C",
    path: ["participants"],
    read: toCast,
    isSettledAtOpening: true,
  },
  { option: "turns", flag: "--turns", value: "N", path: ["maxTurns"], read: toNumber },
  { option: "seed", flag: "--seed", value: "N", path: ["seed"], read: toNumber },
  { option: "lang", flag: "--lang", value: "LANGUAGE", path: ["language"], read: asGiven },
  { option: "model", flag: "--model", value: "NAME", path: ["model"], read: asGiven },
  { option: "bidModel", flag: "--bid-model", value: "NAME", path: ["bidModel"], read: asGiven },
  { option: "temperature", flag: "--temperature", value: "T", path: ["temperature"], read: toNumber },
  { option: "wordLimit", flag: "--word-limit", value: "N", path: ["wordLimit"], read: toNumber },
  { option: "prepare", flag: "--prepare", path: ["prepare"], read: asGiven, isSettledAtOpening: true },
  { option: "criterion", flag: "--criterion", value: "TEXT", path: ["bidding", "criterion"], read: asGiven },
  { option: "budget", flag: "--budget", value: "LIMITS", path: ["budget"], read: toLimits },
];

/** What the options put before a scenario's own fields. */
export function overridesOf(options: RunOptions): Override[] {
  return optionFields.flatMap(({ option, flag, path, read }) =>
    options[option] === undefined ? [] : [{ path, value: read(options[option] as never), name: flag }],
  );
}
