/** Takes up what colleagues have found, by name. */
import type { ExecuteBrief } from "../../../domain/brief.js";
import type { TaskResult } from "../../../domain/task.js";
import { countWords } from "../../../domain/word-count.js";
import { clauseOf, nameOf } from "../director/show.js";
import { namesOf } from "../meeting/wording.js";
import type { Say } from "./sayer.js";
import { joined } from "./sayer.js";
import { supervisionTextsOf } from "./texts.js";
import { findingsIn } from "./work.js";

/** So much of the limit may go to others' work; the rest is for one's own. */
const share = 0.55;

/** The empty string where the task builds on nothing, or nothing fits. */
export function basisSentence(brief: ExecuteBrief, say: Say, room: number): string {
  const texts = supervisionTextsOf[brief.language].report.basis;
  const finished = brief.basis.filter(({ outcome }) => outcome === "done");
  const done = finished.filter(({ worker }) => worker !== brief.self.name);
  const absent = brief.basis.filter(({ outcome }) => outcome !== "done");
  const most = Math.min(room, brief.wordLimit * share);
  const own = finished.length > 0 ? () => say("own basis", texts.own, {}, most) : () => "";
  const taken = done.length > 0 ? takenUp(done, brief, say, most, room) : own();
  const left = room - countWords(taken, brief.language);
  const missing = absent.length > 0 ? say("absent", texts.absent, { names: workersOf(absent, brief) }, left) : "";
  return joined([taken, missing], brief);
}

/** Only whose work the task builds on; the empty string where it is nobody else's. */
export function basisNames(brief: ExecuteBrief, say: Say, room: number): string {
  const { bare } = supervisionTextsOf[brief.language].report.basis;
  const done = brief.basis.filter(({ outcome, worker }) => outcome === "done" && worker !== brief.self.name);
  return done.length > 0 ? say("bare basis", bare, { names: workersOf(done, brief) }, room) : "";
}

function takenUp(done: readonly TaskResult[], brief: ExecuteBrief, say: Say, most: number, room: number): string {
  const texts = supervisionTextsOf[brief.language].report.basis;
  const known = done.flatMap((result) => {
    const [found] = findingsIn(result.text, brief);
    return found ? [{ result, name: nameOf(result.worker, brief), gist: found.gist }] : [];
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
    const names = workersOf(rest, brief);
    const added = say("rest", texts.rest, { names }, room - countWords(sentence, brief.language));
    return added ? joined([sentence, added], brief) : "";
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
  const quote = first && !one ? clauseOf(first, brief, "basis quote") : undefined;
  const quoted =
    first && quote ? say("basis quote", texts.quoted, { name: nameOf(first.worker, brief), quote }, most) : "";
  return (first && withRest(quoted, [first])) || basisNames(brief, say, room);
}

function workersOf(results: readonly TaskResult[], brief: ExecuteBrief): string {
  const workers = [...new Set(results.map(({ worker }) => worker))];
  return namesOf(
    workers.map((name) => ({ name })),
    brief,
  );
}
