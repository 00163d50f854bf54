import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../src/offline/scripted-model.js";
import { castOf } from "./conversation.js";

export const input = {
  topic: "What would a night ferry cost?",
  participants: castOf("Ann", "Bea", "Cy"),
  seed: 1,
  supervisor: { name: "Vesna" },
};

export const first = (worker: number, task: string, after: readonly number[] = []) => ({ worker, task, after });
export const next = (number: number, worker: number, task: string, after: readonly number[] = [], remark = "") => ({
  ...first(worker, task, after),
  number,
  remark,
});
type Task = ReturnType<typeof first>;

export const planOf = (...tasks: readonly Task[]) => JSON.stringify({ tasks });
export const change = (reason: string, ...tasks: readonly Task[]) =>
  JSON.stringify({ reason, decision: "change", tasks });
export const goOn = (reason = "It leads to an answer.") => JSON.stringify({ reason, decision: "continue", tasks: [] });
const end = (reason: string) => JSON.stringify({ reason, decision: "end", tasks: [] });
export const broken = () => Object.assign(new Error("the provider filtered the answer"), { status: 400 });

export interface Script {
  readonly settings: object;
  readonly plan: string;
  /** The supervisor's answers when it checks the results, in order. */
  readonly looks: readonly ScriptedReply[];
  /** A worker's answer to a task. Default: a report. */
  readonly work?: (participant: string, task: string, call: ScriptedCall) => ScriptedReply | undefined;
}

const taskIn = ({ request }: ScriptedCall) => (request.purpose === "execute" ? request.task : "");

/**
 * If `fails` returns true for a call, the call fails and so does the run. When the run is resumed, the script continues
 * with the answer that the failed call did not get.
 */
export function scripted({ plan, looks, work }: Script, fails: (call: ScriptedCall) => boolean = () => false) {
  const left = [...looks];
  return new ScriptedModel((call): ScriptedReply => {
    if (fails(call)) return Object.assign(new Error("no access"), { status: 401 });
    if (call.purpose === "plan") return plan;
    if (call.purpose === "replan") return left.shift() ?? new Error("looked too often");
    if (call.purpose === "sum-up") return "So much for that.";
    return work?.(call.participant, taskIn(call), call) ?? `${call.participant} on “${taskIn(call)}”`;
  });
}

export const mended: Readonly<
  Record<string, Script & { readonly plans: readonly string[]; readonly done: readonly string[] }>
> = {
  "a worker who cannot do the task": {
    settings: { replan: "on-failure" },
    plan: planOf(first(1, "Count the cars."), first(3, "Add it up.", [1])),
    looks: [change("Bea has the counter.", next(1, 2, "Count the cars."), next(2, 3, "Add it up.", [1]))],
    work: (participant) => (participant === "Ann" ? broken() : undefined),
    plans: ["1 made", "2 changed"],
    done: ["1 Ann failed", "1 Bea done", "2 Cy done"],
  },
  "a missing task": {
    settings: { replan: "after-each" },
    plan: planOf(first(1, "Count the cars.")),
    looks: [change("Nobody knows the wages.", next(2, 2, "Ask about wages.")), goOn()],
    plans: ["1 made", "2 changed", "2 kept"],
    done: ["1 Ann done", "2 Bea done"],
  },
  "tasks that nobody needs": {
    settings: { replan: "after-each" },
    plan: planOf(first(1, "Count the cars."), first(2, "Ask the crew.", [1]), first(3, "Ask again.", [2])),
    looks: [end("There are no cars.")],
    plans: ["1 made", "1 ended"],
    done: ["1 Ann done"],
  },
  "a result that is too thin": {
    settings: { replan: "after-each" },
    plan: planOf(first(1, "Count the cars.")),
    looks: [change("No figure.", next(1, 1, "Count the cars.", [], "Give a figure.")), goOn()],
    plans: ["1 made", "2 changed", "2 kept"],
    done: ["1 Ann done", "1 Ann done"],
  },
  "an order that is wrong": {
    settings: { replan: "after-each" },
    plan: planOf(first(1, "Count the cars."), first(2, "Add it up.", [1]), first(3, "Ask the crew.", [2])),
    looks: [
      change("The sum needs the crew.", next(3, 3, "Ask the crew.", [1]), next(2, 2, "Add it up.", [1, 3])),
      goOn(),
      goOn(),
    ],
    plans: ["1 made", "2 changed", "2 kept", "2 kept"],
    done: ["1 Ann done", "3 Cy done", "2 Bea done"],
  },
};

export const replanningScripts: Readonly<Record<string, Script>> = {
  ...mended,
  "concurrent tasks": {
    settings: { replan: "on-failure" },
    plan: planOf(first(1, "Count the cars."), first(2, "Ask the crew."), first(3, "Add it up.", [1, 2])),
    looks: [
      change(
        "Bea has the counter.",
        next(1, 2, "Count the cars."),
        next(4, 3, "Ask about wages."),
        next(3, 3, "Add it up.", [1, 2, 4]),
      ),
    ],
    work: (participant) => (participant === "Ann" ? broken() : undefined),
  },
};
