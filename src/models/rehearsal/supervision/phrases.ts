/**
 * The types that the texts of a supervised team satisfy in each language, as `../phrases.ts` does for debates: every text
 * is one sentence with named slots, and none holds a colon. The groups `tiny` hold what fits into five words or characters.
 */
import type { ConcernName } from "../phrases.js";

/** Something that a worker came upon. */
export interface Finding {
  /** The sentence that the worker says. */
  readonly finding: string;
  /** The same for whoever passes it on: in English fit to follow "that", in Chinese to follow a comma. */
  readonly gist: string;
}

/** Something to find out about `{subject}`. */
interface Errand {
  /** What the supervisor asks for. */
  readonly task: string;
  /** How the worker takes it up in the report. */
  readonly report: string;
}

/** What can be found out about a concern. Each finding fits each errand. */
export interface ErrandTexts {
  readonly errands: readonly Errand[];
  readonly findings: readonly Finding[];
}

/** What can be made of the results of others. */
export const draftNames = ["proposal", "notice", "options", "trial", "objections"] as const;
export type DraftName = (typeof draftNames)[number];

export interface DraftTexts {
  /** What the supervisor asks for, from the results of `{names}`. */
  readonly task: string;
  /** The same where there are no others. */
  readonly alone: string;
  readonly report: string;
  readonly findings: readonly Finding[];
  /** What is missing without it, as a noun phrase with its article. */
  readonly lack: string;
}

/** What a supervisor adds to tasks. */
export interface PlanTexts {
  /** Put at the end of a task that builds on the work of `{names}`. */
  readonly suffixes: readonly string[];
  /** Tasks about `{point}`, for small limits. */
  readonly short: readonly string[];
  readonly tiny: readonly string[];
}

/** What a worker says around the findings. */
export interface ReportTexts {
  /** Takes up a task in other words than the rehearsal's own: `{task}`. */
  readonly quotedTasks: readonly string[];
  /** The same where the task cannot be quoted. */
  readonly anyTasks: readonly string[];
  /** A touch of character: `{role}`, in English with its article `{aRole}`. */
  readonly roles: readonly string[];
  readonly basis: {
    /** `{name}` found `{gist}`. */
    readonly one: readonly string[];
    /** And `{other}` found `{otherGist}`. */
    readonly two: readonly string[];
    /** Still others have helped: `{names}`. */
    readonly rest: readonly string[];
    /** `{name}` wrote `{quote}`. */
    readonly quoted: readonly string[];
    /** Nothing of the work of `{names}` can be passed on in few words. */
    readonly bare: readonly string[];
    /** The only work to build on is one's own. */
    readonly own: readonly string[];
    /** The work of `{names}` was to be built on, and never came. */
    readonly absent: readonly string[];
  };
  readonly caveats: readonly string[];
  /** For small limits, with `{point}`. */
  readonly short: readonly string[];
  readonly tiny: readonly string[];
}

/** What a supervisor says of results. */
export interface SumUpTexts {
  readonly openings: {
    readonly all: readonly string[];
    /** Some tasks were not done. */
    readonly some: readonly string[];
    readonly none: readonly string[];
  };
  readonly done: {
    readonly one: readonly string[];
    readonly two: readonly string[];
    /** `{name}` has been heard with another result. */
    readonly again: readonly string[];
    readonly quoted: readonly string[];
    /** After the results of others: there is also the work of `{names}`. */
    readonly bare: readonly string[];
    /** There is the work of `{names}`. */
    readonly alone: readonly string[];
  };
  readonly undone: {
    /** `{name}` failed for `{reason}`, and `{lack}` is missing. */
    readonly failed: readonly string[];
    /** The same where the reason cannot be said. */
    readonly unexplained: readonly string[];
    /** `{name}` could not begin without the work of `{other}`. */
    readonly waiting: readonly string[];
    /** `{name}` could not begin for `{reason}`. */
    readonly skipped: readonly string[];
    readonly short: readonly string[];
    /** All that were not done in one: `{names}`. */
    readonly together: string;
  };
  readonly recommendations: {
    /** The question can be answered by yes or no; `{point}` is something that the team has looked at. */
    readonly closed: readonly string[];
    readonly open: readonly string[];
    /** Without `{lack}` one should not go far. */
    readonly lacking: readonly string[];
    /** Nothing was done at all. */
    readonly none: readonly string[];
    /** For small limits, with and without `{subject}`. */
    readonly short: readonly string[];
    readonly shortest: readonly string[];
  };
  readonly tiny: readonly string[];
}

/** What only a supervised team says in one language. */
export interface SupervisionTexts {
  readonly errands: Readonly<Record<ConcernName, ErrandTexts>>;
  readonly drafts: Readonly<Record<DraftName, DraftTexts>>;
  readonly plan: PlanTexts;
  readonly report: ReportTexts;
  readonly sumUp: SumUpTexts;
  /** What is missing without an errand about `{point}`, as a noun phrase. */
  readonly lack: string;
  /** The same without a task in other words than the rehearsal's own: `{task}`. */
  readonly lackOfTask: string;
}
