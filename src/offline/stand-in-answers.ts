/** The shortest and the longest answers that a model is expected to give, for the runs that estimates simulate. */
import type { ModelRequest } from "../core/model-request.js";
import { countWords } from "../core/text/word-count.js";
import type { Extent } from "../records/estimate.js";

/** The length of the shortest answers, as a share of the word limit. */
const leastShare = 0.25;

/** The maximum length of a short text, such as a reason or a task, in words. */
const maxPhrase = 20;

const consonants = "bcdfghjklmnpqrstvwxz";

/**
 * A made-up word of seven letters. Different numbers give different words, so that speeches in different turns do not
 * count as repetitions.
 */
function word(number: number): string {
  let letters = "";
  for (let rest = number; letters.length < 7; rest = Math.floor(rest / consonants.length))
    letters += consonants[rest % consonants.length];
  return letters;
}

/** Writes `count` words or, in a language whose limits count characters, `count` characters. */
function fill(count: number, { language, turn }: ModelRequest): string {
  const number = Math.max(1, Math.round(count));
  if (countWords("\u5b57\u5b57", language) > countWords("\u5b57", language)) {
    const first = 0x4e00 + ((turn * 97) % 10_000);
    return Array.from({ length: number }, (_each, index) => String.fromCharCode(first + ((index * 7) % 5_000))).join(
      "",
    );
  }
  return Array.from({ length: number }, (_each, index) => word(turn * 8_009 + index + 1)).join(" ");
}

const nameAfter = ({ cast }: ModelRequest, self: string): string => {
  const seat = cast.findIndex(({ name }) => name === self);
  return cast[(seat + 1) % cast.length]?.name ?? "";
};

/** With `least`, each speech asks the next participant a question, so that the next turn may need no bids. */
export class StandInAnswers {
  constructor(private readonly extent: Extent) {}

  private words(request: ModelRequest, limit = request.wordLimit): string {
    return fill(this.extent === "most" ? limit : limit * leastShare, request);
  }

  private speech(request: ModelRequest): string {
    const speaker = "self" in request ? request.self.name : "";
    const words = this.words(request);
    return this.extent === "most" ? `${words}.` : `${words}. ${nameAfter(request, speaker)}?`;
  }

  private bid(request: Extract<ModelRequest, { scale: unknown }>, seat: number) {
    const { min, max } = request.scale;
    // With `most`, all bids are equal, so that a model may be asked to break the tie, which takes another call. With
    // `least`, the bidders take turns winning.
    const rank = (seat + request.turn) % request.cast.length;
    const bid = this.extent === "most" ? max : Math.max(min, max - rank);
    return { ...("reason" in request && request.reason && { reason: this.words(request, maxPhrase) }), bid };
  }

  private readonly answers: {
    readonly [Each in ModelRequest["purpose"]]?: (request: Extract<ModelRequest, { purpose: Each }>) => string;
  } = {
    bid: (request) => {
      const seat = request.cast.findIndex(({ name }) => name === request.self.name);
      const bid = this.bid(request, seat);
      return request.answer === "tag" ? `<${bid.bid}>` : JSON.stringify(bid);
    },
    "bid-panel": (request) =>
      JSON.stringify({
        bids: request.candidates.map((candidate) => {
          const seat = request.cast.findIndex(({ name }) => name === candidate.name);
          return { participant: seat + 1, ...this.bid(request, seat) };
        }),
      }),
    "bid-and-speech": (request) => {
      const seat = request.cast.findIndex(({ name }) => name === request.self.name);
      return `<${this.bid(request, seat).bid}> ${this.speech(request)}`;
    },
    speech: (request) => this.speech(request),
    "choose-speaker": ({ turn, candidates }) => `<${(turn % candidates.length) + 1}>`,
    select: ({ turn, candidates }) => `<${(turn % candidates.length) + 1}>`,
    "prompt-speaker": (request) => `${request.speaker.name}, ${this.words(request)}?`,
    direct: (request) => {
      const { turn, candidates } = request;
      const choice = turn % candidates.length;
      return `${this.words(request)}.\n<${choice + 1}>\n${candidates[choice]?.name}, ${this.words(request)}?`;
    },
    "judge-round": (request) =>
      JSON.stringify({ sufficient: this.extent === "least", reason: this.words(request, maxPhrase), open: [] }),
    "judge-agreement": (request) => JSON.stringify({ agreed: false, on: this.words(request, maxPhrase) }),
    decide: (request) =>
      JSON.stringify({ decision: this.words(request), rationale: this.words(request), dissent: this.words(request) }),
    plan: (request) => this.plan(request),
    replan: (request) => this.replan(request),
    "sharpen-topic": (request) => `${this.words(request, maxPhrase)}?`,
    summarize: (request) => `${this.words(request, 2 * request.wordLimit)}.`,
  };

  /** Each task after the first depends on the task before it, so its prompt contains that task's result. */
  private plan(request: Extract<ModelRequest, { purpose: "plan" }>): string {
    const { cast, mostTasks } = request;
    const tasks = Array.from({ length: this.extent === "most" ? mostTasks : 1 }, (_each, index) => ({
      worker: (index % cast.length) + 1,
      task: `${this.words(request, maxPhrase)} ${index + 1}.`,
      after: index === 0 ? [] : [index],
    }));
    return JSON.stringify({ tasks });
  }

  /**
   * With `most`, adds as many tasks as allowed whenever at most one task is open and another plan is allowed. With
   * `least`, ends the work.
   */
  private replan(request: Extract<ModelRequest, { purpose: "replan" }>): string {
    const { cast, tasks, version, mostPlans, mostTasks } = request;
    const reason = this.words(request, maxPhrase);
    if (this.extent === "least") return JSON.stringify({ reason, decision: "end", tasks: [] });
    const open = tasks.filter(({ outcome }) => outcome === "open");
    if (open.length > 1 || version >= mostPlans) return JSON.stringify({ reason, decision: "continue", tasks: [] });
    const latest = Math.max(...tasks.map(({ number }) => number));
    const added = Array.from({ length: Math.max(0, mostTasks - open.length) }, (_each, index) => ({
      number: latest + index + 1,
      worker: (index % cast.length) + 1,
      task: `${reason} ${latest + index + 1}.`,
      after: [latest + index],
      remark: "",
    }));
    const kept = open.map(({ number, worker, task, after }) => {
      const seat = cast.findIndex(({ name }) => name === worker);
      return { number, worker: seat + 1, task, after, remark: "" };
    });
    return JSON.stringify({ reason, decision: "change", tasks: [...kept, ...added] });
  }

  answer(request: ModelRequest): string {
    const answer = this.answers[request.purpose] as ((request: ModelRequest) => string) | undefined;
    return answer?.(request) ?? `${this.words(request)}.`;
  }
}
