/** What a worker reports: the task, what it rests on, what was found, and what to be careful about. */

import { countWords } from "../../../locales/word-count.js";
import type { ExecuteRequest } from "../../request.js";
import { chanceInTurn, seatOf } from "../luck.js";
import { plainPoint } from "../meeting/wording.js";
import { spokenRole, withArticle } from "../spoken.js";
import type { Slots } from "../template.js";
import { basisNames, basisSentence } from "./basis.js";
import type { Finding } from "./phrases.js";
import { createSay, joined, type Say } from "./sayer.js";
import { subjectAt } from "./subject.js";
import { supervisionTextsOf } from "./texts.js";
import { ownConcern, quotedTask, type Work, workIn } from "./work.js";

type Part = "task" | "basis" | "names" | "first" | "caveat" | "second" | "role" | "third";

/** What is said first where there is no room for all of it. */
const priorities: readonly (readonly Part[])[] = [
  ["task", "basis", "first", "second", "caveat", "role", "third"],
  ["task", "names", "first", "second", "caveat"],
  ["basis", "first", "task", "caveat"],
  ["first", "basis", "task", "caveat"],
];
const orders: readonly (readonly Part[])[] = [
  ["task", "role", "basis", "names", "first", "second", "third", "caveat"],
  ["basis", "names", "task", "role", "first", "second", "third", "caveat"],
];

/** From this limit on, a report can hold three findings. */
const roomyLimit = { en: 90, zh: 150 } as const;

export function report(request: ExecuteRequest): string {
  const drafts = priorities.map((parts) => draft(parts, request));
  const isFounded = (said: Map<Part, string>) => request.basis.length === 0 || said.get("basis") || said.get("names");
  const complete = drafts.find((said) => said.get("first") && said.get("task") && isFounded(said));
  const fair = drafts.find((said) => said.get("first") && isFounded(said));
  const said = complete ?? fair ?? drafts.find((one) => one.get("first") || one.get("basis"));
  if (said === undefined) return briefly(request);
  const order = orders[request.turn % orders.length] as readonly Part[];
  return joined(
    order.map((part) => said.get(part) ?? ""),
    request,
  );
}

function draft(parts: readonly Part[], request: ExecuteRequest): Map<Part, string> {
  const { language, wordLimit } = request;
  const texts = supervisionTextsOf[language].report;
  const work = workIn(request.task, request);
  const say = createSay(request);
  const slots = slotsOf(request);
  const findings = findingsFor(work, request);
  const wantsThird = wordLimit >= roomyLimit[language] && chanceInTurn(request, "third") < 0.6;
  let room = wordLimit;
  const found = (index: number) => say("finding", findings.slice(index, index + 1), {}, room);
  const tell: Readonly<Record<Part, () => string>> = {
    task: () => taskSentence(work, slots, say, room, request),
    basis: () => basisSentence(request, say, room),
    names: () => basisNames(request, say, room),
    first: () => found(0),
    second: () => found(1),
    third: () => (wantsThird ? found(2) : ""),
    caveat: () => say("caveat", texts.caveats, slots, room),
    role: () => say("role", texts.roles, slots, room),
  };
  const said = new Map<Part, string>();
  for (const part of parts) {
    const text = tell[part]();
    room -= countWords(text, language);
    said.set(part, text);
  }
  return said;
}

function slotsOf(request: ExecuteRequest): Slots {
  const role = spokenRole(request.self, request.language);
  return {
    subject: subjectAt(request.turn, request),
    role,
    aRole: role && withArticle(role),
  };
}

function taskSentence({ report }: Work, slots: Slots, say: Say, room: number, request: ExecuteRequest): string {
  const { quotedTasks, anyTasks } = supervisionTextsOf[request.language].report;
  if (report !== undefined) return say("report", [report], slots, room);
  const task = quotedTask(request.task, request);
  return say("quoted task", quotedTasks, { ...slots, task }, room) || say("task", anyTasks, slots, room);
}

/** Findings on the task, beginning at another one for each worker, and first those that nobody has reported. */
function findingsFor({ concern, draft }: Work, request: ExecuteRequest): string[] {
  const { errands, drafts } = supervisionTextsOf[request.language];
  const known: readonly Finding[] = draft
    ? drafts[draft].findings
    : errands[concern ?? ownConcern(request.self, request.task, request)].findings;
  const start =
    Math.floor(chanceInTurn({ ...request, turn: 0 }, "findings") * known.length) + seatOf(request, request.self.name);
  const turned = known.map((_, index) => (known[(start + index) % known.length] as Finding).finding);
  const heard = [...request.conversation.lines, ...request.basis].map(({ text }) => text).join("\n");
  return [...turned.filter((text) => !heard.includes(text)), ...turned.filter((text) => heard.includes(text))];
}

/** For limits that leave room for one remark. */
function briefly(request: ExecuteRequest): string {
  const { short, tiny } = supervisionTextsOf[request.language].report;
  const say = createSay(request);
  const concern = workIn(request.task, request).concern ?? ownConcern(request.self, request.task, request);
  const slots = { point: plainPoint(concern, request) };
  const { wordLimit } = request;
  return say("short", short, slots, wordLimit) || say("tiny", tiny, {}, wordLimit) || (tiny[0] as string);
}
