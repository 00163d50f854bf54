import { readdirSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { HumanMessage } from "@langchain/core/messages";
import * as terminal from "../../../src/apps/cli/terminal/text.js";
import * as escapeText from "../../../src/base/escape-text.js";
import * as decisionInWords from "../../../src/core/selection/decision-in-words.js";
import * as address from "../../../src/core/text/address.js";
import * as cleanSpeech from "../../../src/core/text/clean-speech.js";
import type * as confusables from "../../../src/core/text/confusables.js";
import * as cut from "../../../src/core/text/cut.js";
import type * as grammar from "../../../src/core/text/grammar.js";
import * as lines from "../../../src/core/text/lines.js";
import * as message from "../../../src/core/text/message.js";
import * as name from "../../../src/core/text/name.js";
import * as nameForms from "../../../src/core/text/name-forms.js";
import * as nearestName from "../../../src/core/text/nearest-name.js";
import * as readAnswer from "../../../src/core/text/read-answer.js";
import * as repetition from "../../../src/core/text/repetition.js";
import * as reservedNames from "../../../src/core/text/reserved-names.js";
import * as search from "../../../src/core/text/search.js";
import * as sentences from "../../../src/core/text/sentences.js";
import * as serverText from "../../../src/core/text/server-text.js";
import * as speechLine from "../../../src/core/text/speech-line.js";
import * as wordCount from "../../../src/core/text/word-count.js";
import * as direction from "../../../src/graph/modes/director/read-direction.js";
import * as explain from "../../../src/talk/transcript/explain.js";
import * as fileName from "../../../src/talk/transcript/file-name.js";
import * as html from "../../../src/talk/transcript/html.js";
import type * as inWords from "../../../src/talk/transcript/in-words.js";
import type * as json from "../../../src/talk/transcript/json.js";
import * as markdown from "../../../src/talk/transcript/markdown.js";
import * as markdownCode from "../../../src/talk/transcript/markdown-code.js";
import * as markdownEscape from "../../../src/talk/transcript/markdown-escape.js";
import type * as publicCopies from "../../../src/talk/transcript/public.js";
import type * as reason from "../../../src/talk/transcript/reason.js";
import { locales } from "../../../src/words/registry.js";
import { conversationOf, said } from "../../talk/transcript/conversations.js";

type Callable = ((...given: never[]) => unknown) | (new (...given: never[]) => unknown);

/** How to call each function with a text; `other` for functions that are not measured. */
type Calls<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Callable ? Name : never]:
    | ((text: string) => unknown)
    | "other";
};

const names = ["Ann", "Bo Li", "林晚舟"];
const scale = { min: 0, max: 10 };
const keep: cleanSpeech.Cleaner = (text) => ({ text, faults: [] });
const words = locales.en.transcript;
const { segmenter, commonWords } = locales.en;
const layout = { width: 60, indent: "  ", write: () => {} };
const page = (text: string) => ({ ...conversationOf([said("Ann", text)]), topic: text });
const twice = (cleaner: () => cleanSpeech.Cleaner) => (text: string) => [cleaner()(text, false), cleaner()(text, true)];
/** Passes a quarter of the text, for functions that do much work per character. */
const quarter = (call: (text: string) => unknown) => (text: string) => call(text.slice(0, text.length / 4));
const choice = { answer: "", problem: null };
const decision = {
  turn: 1,
  candidates: ["Ann"],
  excluded: [],
  tied: [],
  draw: null,
  speaker: "Ann",
  rule: "x",
  bids: [],
  scores: [],
  addressed: null,
  choices: [],
};

/** If this list lacks a function or class that one of its modules exports, this file does not compile. */
const modules = {
  "src/apps/cli/terminal/text.ts": {
    safeText: terminal.safeText,
    terminalWidth: "other",
    safeLine: terminal.safeLine,
    padEnd: quarter((text) => terminal.padEnd(text, 60)),
    padStart: quarter((text) => terminal.padStart(text, 60)),
    widest: quarter((text) => terminal.widest([text])),
    truncate: (text) => terminal.truncate(text, 60),
    alignTable: quarter((text) => terminal.alignTable([[text, "1"]])),
    LineWrapper: quarter((text) => {
      const wrapper = new terminal.LineWrapper(layout);
      for (let at = 0; at < text.length; at += 16) wrapper.feed(text.slice(at, at + 16));
      wrapper.end();
    }),
    wrapText: quarter((text) => terminal.wrapText(text, layout)),
    widthOf: "other",
    coloursFor: "other",
    layoutFor: "other",
    StatusLine: (text) => {
      const out = { isTTY: true, columns: 60, write: () => true } as unknown as ConstructorParameters<
        typeof terminal.StatusLine
      >[0];
      new terminal.StatusLine(out, terminal.coloursFor(out, {})).show(text);
    },
  } satisfies Calls<typeof terminal>,
  "src/graph/modes/director/read-direction.ts": {
    readDirection: (text) => direction.readDirection(text, names),
    commentCleaner: twice(() => direction.commentCleaner(keep, names)),
  } satisfies Calls<typeof direction>,
  "src/core/text/address.ts": {
    readAddresses: (text) => address.readAddresses(text, names),
    withoutQuestions: (text) => address.withoutQuestions(text, names, "Ann"),
    withoutCalling: (text) => address.withoutCalling(text, names),
  } satisfies Calls<typeof address>,
  "src/core/text/clean-speech.ts": {
    createCleaner: twice(() => cleanSpeech.createCleaner({ name: "Ann", role: "pilot" }, [{ name: "Bo Li" }])),
  } satisfies Calls<typeof cleanSpeech>,
  "src/core/text/confusables.ts": { readConfusables: "other" } satisfies Calls<typeof confusables>,
  "src/core/text/cut.ts": {
    cutText: (text) => cut.cutText(text, text.length - 1),
  } satisfies Calls<typeof cut>,
  "src/core/text/grammar.ts": { anyOf: "other", allOf: "other" } satisfies Calls<typeof grammar>,
  "src/core/text/speech-line.ts": {
    LineReader: (text) => {
      const reader = new speechLine.LineReader({ name: "Ann", role: "pilot" }, [{ name: "Bo Li" }], false);
      reader.read(text);
      reader.mayChange(text);
    },
  } satisfies Calls<typeof speechLine>,
  "src/base/escape-text.ts": {
    escapeText: escapeText.escapeText,
    unescapeText: escapeText.unescapeText,
    escapeLabel: escapeText.escapeLabel,
    onOneLine: escapeText.onOneLine,
    indented: escapeText.indented,
    indent: escapeText.indent,
  } satisfies Calls<typeof escapeText>,
  "src/core/text/word-count.ts": {
    countWords: (text) => wordCount.countWords(text, "en"),
    fitWords: (text) => wordCount.fitWords(text, 50, "en"),
  } satisfies Calls<typeof wordCount>,
  "src/core/text/reserved-names.ts": {
    isReservedName: reservedNames.isReservedName,
    soundsOfficial: reservedNames.soundsOfficial,
    isModeratorName: reservedNames.isModeratorName,
  } satisfies Calls<typeof reservedNames>,
  "src/core/text/lines.ts": {
    renderLine: (text) => lines.renderLine({ speaker: text, text }),
    renderLines: (text) => lines.renderLines([{ speaker: text, text }]),
    readLines: lines.readLines,
    renderConversation: (text) =>
      lines.renderConversation(
        { lines: [{ speaker: "Ann", text }], omitted: 1, summary: text },
        { leftOut: "", inShort: "" },
        true,
      ),
  } satisfies Calls<typeof lines>,
  "src/core/text/message.ts": {
    placeOf: "other",
    speakerOf: "other",
    textOf: (text) => message.textOf(new HumanMessage(text)),
    lineOf: (text) => message.lineOf(new HumanMessage(text)),
    freshId: (text) => message.freshId([new HumanMessage({ id: text, content: "" })], text),
    takenIds: (text) => message.takenIds([new HumanMessage({ id: text, content: "" })]),
    speakersIn: (text) => message.speakersIn([new HumanMessage({ name: text, content: "" })]),
  } satisfies Calls<typeof message>,
  "src/core/text/name.ts": {
    tidyName: name.tidyName,
    visiblePart: name.visiblePart,
    nameKey: name.nameKey,
    forbiddenInName: name.forbiddenInName,
    skeletonsOf: name.skeletonsOf,
    looksOf: name.looksOf,
    plainLetters: name.plainLetters,
    looksLike: name.looksLike,
    resemblesName: (text) => name.resemblesName(text, names),
  } satisfies Calls<typeof name>,
  "src/core/text/name-forms.ts": {
    nameForms: (text) => nameForms.nameForms([text, "Ann"]),
    isWrittenAs: (text) => nameForms.isWrittenAs(text, text),
    NameFinder: (text) => new nameForms.NameFinder([[text], names]).at(text, 0),
  } satisfies Calls<typeof nameForms>,
  "src/core/text/nearest-name.ts": {
    slipsBetween: (text) => nearestName.slipsBetween(text, "observatory"),
    nearestName: (text) => [nearestName.nearestName(text, names), nearestName.nearestName("Anne", [text])],
  } satisfies Calls<typeof nearestName>,
  "src/core/text/read-answer.ts": {
    stripThinking: readAnswer.stripThinking,
    afterThinking: readAnswer.afterThinking,
    readObject: readAnswer.readObject,
    readReason: readAnswer.readReason,
    parseBid: (text) => readAnswer.parseBid(text, scale),
    readStructuredBid: (text) => readAnswer.readStructuredBid({ bid: text }, scale),
    readBidFirst: (text) => [readAnswer.readBidFirst(text, scale, false), readAnswer.readBidFirst(text, scale, true)],
    behindBid: twice(() => readAnswer.behindBid(keep)),
    parseChoice: (text) => readAnswer.parseChoice(text, 3),
    parseChoices: (text) => readAnswer.parseChoices(text, 3, 2),
    withoutReplyTag: twice(() => readAnswer.withoutReplyTag(keep, () => {})),
  } satisfies Calls<typeof readAnswer>,
  "src/core/text/repetition.ts": {
    firstSentence: repetition.firstSentence,
    saidBefore: (text) =>
      repetition.saidBefore([text, text, "a"], { count: 2, reach: 2 }, { segmenter, commonWords, names }),
    repeats: (text) => repetition.repeats(text, [text, "a"], { segmenter, commonWords, names }),
  } satisfies Calls<typeof repetition>,
  "src/core/text/search.ts": {
    searchableText: (text) => search.searchableText(text, text),
    wordsOf: search.wordsOf,
  } satisfies Calls<typeof search>,
  "src/core/text/sentences.ts": {
    sentencesOf: sentences.sentencesOf,
    blankQuotations: (text) => sentences.blankQuotations(text, () => undefined),
    withoutQuotations: sentences.withoutQuotations,
  } satisfies Calls<typeof sentences>,
  "src/core/text/server-text.ts": {
    withoutSecrets: (text) => serverText.withoutSecrets(text, { API_KEY: "a1a1a1a1", OTHER_TOKEN: text.slice(0, 200) }),
    isPage: serverText.isPage,
  } satisfies Calls<typeof serverText>,
  "src/core/selection/decision-in-words.ts": {
    bidInWords: "other",
    reasonInWords: "other",
    howWon: (text) => decisionInWords.howWon({ ...decision, choices: [{ ...choice, answer: text }] } as never, words),
    scoredBid: "other",
    choiceReason: (text) => decisionInWords.choiceReason([{ ...choice, answer: text }] as never),
    isTie: "other",
    isByModel: "other",
    choiceFacts: "other",
  } satisfies Calls<typeof decisionInWords>,
  "src/talk/transcript/in-words.ts": {
    changedAnswers: "other",
    endInWords: "other",
    usageTable: "other",
    usageByPurpose: "other",
    usageOutsideSpeeches: "other",
    placeInWords: "other",
  } satisfies Calls<typeof inWords>,
  "src/talk/transcript/explain.ts": {
    explainDecision: (text) =>
      explain.explainDecision({ ...decision, choices: [{ ...choice, answer: text }] } as never, page(text)),
  } satisfies Calls<typeof explain>,
  "src/talk/transcript/public.ts": { publicCopy: "other" } satisfies Calls<typeof publicCopies>,
  "src/talk/transcript/reason.ts": { reasonOf: "other", ruleReason: "other" } satisfies Calls<typeof reason>,
  "src/talk/transcript/file-name.ts": {
    fileNameOf: (text) => fileName.fileNameOf({ title: text, topic: text }, "md"),
  } satisfies Calls<typeof fileName>,
  "src/talk/transcript/html.ts": {
    renderHtml: (text) => html.renderHtml(page(text), { script: text, style: "" }),
  } satisfies Calls<typeof html>,
  "src/talk/transcript/json.ts": { exportConversation: "other", readExport: "other" } satisfies Calls<typeof json>,
  "src/talk/transcript/markdown.ts": {
    renderMarkdown: (text) => markdown.renderMarkdown(page(text)),
    readMarkdown: (text) => [markdown.readMarkdown(text), markdown.readMarkdown(`### 1 · Ann\n\n> ${text}`)],
  } satisfies Calls<typeof markdown>,
  "src/talk/transcript/markdown-escape.ts": {
    escapeMarkdownLines: markdownEscape.escapeMarkdownLines,
    unescapeMarkdownLines: (text) => markdownEscape.unescapeMarkdownLines([text]),
    escapeMarkdownPhrase: markdownEscape.escapeMarkdownPhrase,
    escapeMarkdownLabel: markdownEscape.escapeMarkdownLabel,
    unescapeMarkdownLabel: markdownEscape.unescapeMarkdownLabel,
  } satisfies Calls<typeof markdownEscape>,
  "src/talk/transcript/markdown-code.ts": {
    findFencedCode: (text) => markdownCode.findFencedCode(text.split("\n")),
    pairBackticks: markdownCode.pairBackticks,
  } satisfies Calls<typeof markdownCode>,
};

const marks = [..."*.,!_`#-|\\<([\"'&1aA"];
const others = [..."。，：“「＜１林", " ", "\n", "\r", "\u2028", "\u3164", "\u0301"];
const phrases = [
  "Ann ",
  "Ann:",
  "\n### 1 · Ann\n> ",
  "<think>",
  "</think>",
  "<1>",
  "\\u{a",
  "“「",
  "\\ ",
  "\n ",
  "```\n",
  "\n```a",
  "](https://a",
  "](mailto:(",
  "`|`",
  "\n- ",
];
const units = [...marks, ...others, ...phrases];

const shapes: readonly ((run: string) => string)[] = [
  (run) => run,
  (run) => `Ann${run}x`,
  (run) => run.replaceAll(run.slice(0, 1), `${run.slice(0, 1)} `),
];

const sizes = { small: 1000, large: 4000 };

function milliseconds(call: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  call(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const tries = [1, 2, 3, 4, 5];

/**
 * Returns whether the running time of `call` grows faster than linearly. For four times the text, linear work takes 4
 * times as long, and quadratic work 16 times.
 */
function grows(call: (text: string) => unknown, textOf: (size: number) => string): boolean {
  const large = textOf(sizes.large);
  if (milliseconds(call, large) < 4) return false;
  // Compilation and garbage collection slow down some attempts. A quadratic function is slow in every attempt.
  const isSlow = () => {
    const small = textOf(sizes.small);
    const limit = Math.max(4, 9 * Math.min(...tries.map(() => milliseconds(call, small))));
    return tries.every(() => milliseconds(call, large) > limit);
  };
  return [1, 2, 3, 4].every(isSlow);
}

describe("the running time of", () => {
  const functions = Object.entries(modules).flatMap(([file, calls]) =>
    Object.entries(calls).flatMap(([called, call]) => (call === "other" ? [] : [[called, file, call] as const])),
  );

  it.each(functions)("%s in %s grows linearly with the length of its text", (_called, _file, call) => {
    const slow = units.flatMap((unit) =>
      shapes.flatMap((shape, index) => {
        const textOf = (size: number) => shape(unit.repeat(Math.ceil(size / unit.length)));
        return grows(call, textOf) ? [`${JSON.stringify(unit)} in shape ${index}`] : [];
      }),
    );
    expect(slow).toEqual([]);
  });
});

it("the list of modules includes every TypeScript file in src/core/text and src/talk/transcript", () => {
  const files = ["src/core/text", "src/talk/transcript"].flatMap((folder) =>
    readdirSync(folder).flatMap((file) => (file.endsWith(".ts") ? [`${folder}/${file}`] : [])),
  );
  expect(Object.keys(modules)).toEqual(expect.arrayContaining(files));
});
