/** What a supervisor passes on of results, each with the name of whoever found it. */

import type { TaskResult } from "../../../state/task.js";
import type { SumUpRequest } from "../../request.js";
import { clauseOf, nameOf } from "../director/show.js";
import { chanceInTurn } from "../luck.js";
import { namesOf } from "../meeting/wording.js";
import { fits, joined, type Say } from "./sayer.js";
import { supervisionTextsOf } from "./texts.js";
import { findingsIn } from "./work.js";

/** A sentence, and whose results it passes on. */
interface TaskUsage {
  readonly text: string;
  readonly workers: readonly string[];
}

/** What is said of results, and how many of them get a sentence. */
export interface Told {
  readonly text: string;
  readonly told: number;
}

/** As many results as fit, and the names at least of those whose results do not. */
export function doneSentences(done: readonly TaskResult[], request: SumUpRequest, say: Say, room: number): Told {
  const { bare, alone } = supervisionTextsOf[request.language].sumUp.done;
  const accounts = accountsOf(done, request, say, room);
  for (let count = accounts.length; count >= 0; count -= 1) {
    const told = accounts.slice(0, count);
    const workers = told.flatMap((one) => one.workers);
    const left = [...new Set(done.map(({ worker }) => worker))].filter((worker) => !workers.includes(worker));
    const names = namesOf(
      left.map((name) => ({ name })),
      request,
    );
    const others = left.length > 0 ? say("bare", count > 0 ? bare : alone, { names }, room) : "";
    const text = joined([...told.map((one) => one.text), others], request);
    if ((left.length === 0 || others) && fits(text, room, request)) return { text, told: workers.length };
  }
  const short = accounts.find(({ text }) => fits(text, room, request));
  return { text: short?.text ?? "", told: short?.workers.length ?? 0 };
}

function accountsOf(done: readonly TaskResult[], request: SumUpRequest, say: Say, room: number): TaskUsage[] {
  const texts = supervisionTextsOf[request.language].sumUp.done;
  const all = Number.POSITIVE_INFINITY;
  const told = done.map((result) => ({ result, name: nameOf(result.worker, request), gist: gistOf(result, request) }));
  const accounts: TaskUsage[] = [];
  const isHeard = (worker: string) => accounts.some(({ workers }) => workers.includes(worker));
  const [first, second] = told;
  if (first?.gist && second?.gist && first.name !== second.name && chanceInTurn(request, "pair") < 0.5) {
    const slots = { name: first.name, gist: first.gist, other: second.name, otherGist: second.gist };
    const workers = [first.result.worker, second.result.worker];
    const text = say("two", texts.two, slots, room / 2);
    if (text) accounts.push({ text, workers });
  }
  for (const { result, name, gist } of told.slice(accounts.length * 2)) {
    const quote = gist ? undefined : clauseOf(result, request, `result ${result.number}`);
    const group = isHeard(result.worker) ? texts.again : texts.one;
    const text =
      say("result", group, { name, gist }, room / done.length) ||
      say("result", group, { name, gist }, all) ||
      say("quoted result", texts.quoted, { name, quote }, all) ||
      (isHeard(result.worker) ? "" : say("alone", texts.alone, { names: name }, all));
    if (text) accounts.push({ text, workers: [result.worker] });
  }
  return accounts;
}

/** Not always the first finding: that one may have been passed on already, to whoever built on it. */
function gistOf({ text, number }: TaskResult, request: SumUpRequest): string | undefined {
  const found = findingsIn(text, request);
  return found[Math.floor(chanceInTurn(request, `gist ${number}`) * found.length)]?.gist;
}
