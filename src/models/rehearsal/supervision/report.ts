/** What a worker reports: the task, what it rests on, what was found, and what to be careful about. */
import type { ExecuteBrief } from "../../../domain/brief.js";
import { countWords } from "../../../domain/word-count.js";
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

export function report(brief: ExecuteBrief): string {
  const drafts = priorities.map((parts) => draft(parts, brief));
  const isFounded = (said: Map<Part, string>) => brief.basis.length === 0 || said.get("basis") || said.get("names");
  const complete = drafts.find((said) => said.get("first") && said.get("task") && isFounded(said));
  const fair = drafts.find((said) => said.get("first") && isFounded(said));
  const said = complete ?? fair ?? drafts.find((one) => one.get("first") || one.get("basis"));
  if (said === undefined) return briefly(brief);
  const order = orders[brief.turn % orders.length] as readonly Part[];
  return joined(
    order.map((part) => said.get(part) ?? ""),
    brief,
  );
}

function draft(parts: readonly Part[], brief: ExecuteBrief): Map<Part, string> {
  const { language, wordLimit } = brief;
  const texts = supervisionTextsOf[language].report;
  const work = workIn(brief.task, brief);
  const say = createSay(brief);
  const slots = slotsOf(brief);
  const findings = findingsFor(work, brief);
  const wantsThird = wordLimit >= roomyLimit[language] && chanceInTurn(brief, "third") < 0.6;
  let room = wordLimit;
  const found = (index: number) => say("finding", findings.slice(index, index + 1), {}, room);
  const tell: Readonly<Record<Part, () => string>> = {
    task: () => taskSentence(work, slots, say, room, brief),
    basis: () => basisSentence(brief, say, room),
    names: () => basisNames(brief, say, room),
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

function slotsOf(brief: ExecuteBrief): Slots {
  const role = spokenRole(brief.self, brief.language);
  return {
    subject: subjectAt(brief.turn, brief),
    role,
    aRole: role && withArticle(role),
  };
}

function taskSentence({ report }: Work, slots: Slots, say: Say, room: number, brief: ExecuteBrief): string {
  const { quotedTasks, anyTasks } = supervisionTextsOf[brief.language].report;
  if (report !== undefined) return say("report", [report], slots, room);
  const task = quotedTask(brief.task, brief);
  return say("quoted task", quotedTasks, { ...slots, task }, room) || say("task", anyTasks, slots, room);
}

/** Findings on the task, beginning at another one for each worker, and first those that nobody has reported. */
function findingsFor({ concern, draft }: Work, brief: ExecuteBrief): string[] {
  const { errands, drafts } = supervisionTextsOf[brief.language];
  const known: readonly Finding[] = draft
    ? drafts[draft].findings
    : errands[concern ?? ownConcern(brief.self, brief.task, brief)].findings;
  const start =
    Math.floor(chanceInTurn({ ...brief, turn: 0 }, "findings") * known.length) + seatOf(brief, brief.self.name);
  const turned = known.map((_, index) => (known[(start + index) % known.length] as Finding).finding);
  const heard = [...brief.conversation.lines, ...brief.basis].map(({ text }) => text).join("\n");
  return [...turned.filter((text) => !heard.includes(text)), ...turned.filter((text) => heard.includes(text))];
}

/** For limits that leave room for one remark. */
function briefly(brief: ExecuteBrief): string {
  const { short, tiny } = supervisionTextsOf[brief.language].report;
  const say = createSay(brief);
  const concern = workIn(brief.task, brief).concern ?? ownConcern(brief.self, brief.task, brief);
  const slots = { point: plainPoint(concern, brief) };
  const { wordLimit } = brief;
  return say("short", short, slots, wordLimit) || say("tiny", tiny, {}, wordLimit) || (tiny[0] as string);
}
