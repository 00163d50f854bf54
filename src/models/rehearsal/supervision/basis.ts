/** Takes up what colleagues have found, by name. */

import { countWords } from "../../../locales/word-count.js";
import type { TaskResult } from "../../../state/task.js";
import type { ExecuteRequest } from "../../request.js";
import { clauseOf, nameOf } from "../director/show.js";
import { namesOf } from "../meeting/wording.js";
import type { Say } from "./sayer.js";
import { joined } from "./sayer.js";
import { supervisionTextsOf } from "./texts.js";
import { findingsIn } from "./work.js";

/** So much of the limit may go to others' work; the rest is for one's own. */
const share = 0.55;

/** The empty string where the task builds on nothing, or nothing fits. */
export function basisSentence(request: ExecuteRequest, say: Say, room: number): string {
  const texts = supervisionTextsOf[request.language].report.basis;
  const finished = request.basis.filter(({ outcome }) => outcome === "done");
  const done = finished.filter(({ worker }) => worker !== request.self.name);
  const absent = request.basis.filter(({ outcome }) => outcome !== "done");
  const most = Math.min(room, request.wordLimit * share);
  const own = finished.length > 0 ? () => say("own basis", texts.own, {}, most) : () => "";
  const taken = done.length > 0 ? takenUp(done, request, say, most, room) : own();
  const left = room - countWords(taken, request.language);
  const missing = absent.length > 0 ? say("absent", texts.absent, { names: workersOf(absent, request) }, left) : "";
  return joined([taken, missing], request);
}

/** Only whose work the task builds on; the empty string where it is nobody else's. */
export function basisNames(request: ExecuteRequest, say: Say, room: number): string {
  const { bare } = supervisionTextsOf[request.language].report.basis;
  const done = request.basis.filter(({ outcome, worker }) => outcome === "done" && worker !== request.self.name);
  return done.length > 0 ? say("bare basis", bare, { names: workersOf(done, request) }, room) : "";
}

function takenUp(done: readonly TaskResult[], request: ExecuteRequest, say: Say, most: number, room: number): string {
  const texts = supervisionTextsOf[request.language].report.basis;
  const known = done.flatMap((result) => {
    const [found] = findingsIn(result.text, request);
    return found ? [{ result, name: nameOf(result.worker, request), gist: found.gist }] : [];
  });
  const [one, two] = known;
  const others = (used: readonly TaskResult[]) => {
    const rest = done.filter(({ worker }) => !used.some((other) => other.worker === worker));
    return rest.length > 0 ? rest : undefined;
  };
  /** Adds whoever has not been named yet, as each has a claim to it. */
  const withRest = (sentence: string, used: readonly TaskResult[]) => {
    const rest = others(used);
    if (!sentence || !rest) return sentence;
    const names = workersOf(rest, request);
    const added = say("rest", texts.rest, { names }, room - countWords(sentence, request.language));
    return added ? joined([sentence, added], request) : "";
  };
  if (one && two && one.name !== two.name) {
    const slots = { name: one.name, gist: one.gist, other: two.name, otherGist: two.gist };
    const both = withRest(say("basis of two", texts.two, slots, most), [one.result, two.result]);
    if (both) return both;
  }
  if (one) {
    const alone = withRest(say("basis", texts.one, { name: one.name, gist: one.gist }, most), [one.result]);
    if (alone) return alone;
  }
  const [first] = done;
  const quote = first && !one ? clauseOf(first, request, "basis quote") : undefined;
  const quoted =
    first && quote ? say("basis quote", texts.quoted, { name: nameOf(first.worker, request), quote }, most) : "";
  return (first && withRest(quoted, [first])) || basisNames(request, say, room);
}

function workersOf(results: readonly TaskResult[], request: ExecuteRequest): string {
  const workers = [...new Set(results.map(({ worker }) => worker))];
  return namesOf(
    workers.map((name) => ({ name })),
    request,
  );
}
