/**
 * The types that the texts of a staged meeting satisfy in each language, as `../phrases.ts` does for debates: every text
 * is one sentence with named slots, and none holds a colon. The groups `tiny` hold what fits into five words or characters.
 */
import type { ConcernName, Stance } from "../phrases.js";

/** What a presenter says about `{subject}`. */
export interface PresentationTexts {
  /** The first words of the meeting. */
  readonly openings: readonly string[];
  /** First words after `{name}` has presented something already. */
  readonly additions: readonly string[];
  /** First words of one's own second presentation. */
  readonly sequels: readonly string[];
  /** Why this one presents: `{aTrade}`, in Chinese `{trade}`. */
  readonly roles: readonly string[];
  /** Where the presenter stands, said as openly as a presenter may. */
  readonly leanings: Readonly<Record<Stance, readonly string[]>>;
  /** The same of somebody who wants `{wish}`, on a question that leaves the answer open. */
  readonly wishes: readonly string[];
  /** What is at stake, by concern, for either side to agree to. */
  readonly stakes: Readonly<Record<ConcernName, readonly string[]>>;
  /** That the matter turns on `{points}`. */
  readonly points: readonly string[];
  /** What the meeting should settle. */
  readonly tasks: readonly string[];
  readonly short: readonly string[];
  readonly tiny: readonly string[];
}

/** What a meeting adds to a debate's ways of talking. */
export interface DiscussionTexts {
  /** Answers to `{name}`, who has presented or summed up and argued nothing, by somebody who begins with `{point}`. */
  readonly handovers: {
    readonly point: readonly string[];
    readonly general: readonly string[];
    readonly short: readonly string[];
  };
  /** Put in front of an argument about `{open}`, which the latest judgement called open. */
  readonly openLeadIns: readonly string[];
  /** Questions to `{other}`. */
  readonly questions: readonly string[];
  readonly challenges: readonly string[];
}

/** What each camp did, as one clause with `{names}`; the clauses are joined to a sentence. */
type CampTexts = Readonly<Record<Stance, string>>;

/** What is said of a discussion in its summary. */
export interface SummaryTexts {
  readonly openings: readonly string[];
  readonly camps: {
    /** The question can be answered by yes or no. */
    readonly closed: readonly CampTexts[];
    readonly open: readonly CampTexts[];
    /** `{names}` want `{wish}`. */
    readonly wishes: readonly string[];
  };
  /** Two of different minds: `{name}` said `{quote}`, `{other}` said `{otherQuote}`. */
  readonly pairs: readonly string[];
  readonly quotes: readonly string[];
  /** What `{name}` argued, where nothing can be quoted: `{point}`. */
  readonly points: readonly string[];
  /** `{name}` and `{other}`, of different minds, both care about `{point}`. */
  readonly agreements: readonly string[];
  /** Nobody has settled `{points}`. */
  readonly open: readonly string[];
  readonly endings: readonly string[];
  /** Nobody has argued anything. */
  readonly nothing: readonly string[];
  readonly short: readonly string[];
  readonly tiny: readonly string[];
}

/** Why a discussion goes on, or need not. */
export interface JudgementTexts {
  readonly insufficient: {
    /** Nobody has spoken of `{missing}`. */
    readonly missing: readonly string[];
    /** `{name}` alone has spoken of `{point}`. */
    readonly unanswered: readonly string[];
    readonly general: readonly string[];
    readonly tiny: readonly string[];
  };
  readonly sufficient: {
    /** Several have argued about `{point}`. */
    readonly point: readonly string[];
    readonly general: readonly string[];
    readonly tiny: readonly string[];
  };
}

/**
 * How a decision can turn out. A `trial` splits the difference, `terms` is a yes with a condition, `later` a no with a
 * date, `survey` what is left where nobody has taken a side; `wish` and `step` answer a question that leaves the answer
 * open.
 */
export const verdicts = ["yes", "terms", "trial", "later", "no", "survey", "wish", "step", "bold", "careful"] as const;
export type Verdict = (typeof verdicts)[number];

/** What is decided on `{subject}`, why, and against whom. */
export interface DecisionTexts {
  /** With `{term}`, `{date}`, `{point}`; `wish` has `{wish}` and perhaps `{otherWish}`. */
  readonly decisions: Readonly<Record<Verdict, readonly string[]>>;
  /** The same where the question is whether what is there should stay. */
  readonly keeping: Readonly<Record<"yes" | "terms" | "trial" | "later" | "no", readonly string[]>>;
  /** `{other}`, who was not convinced, is given a task. */
  readonly watchers: readonly string[];
  readonly rationales: {
    /** `{name}` argued the decision's side, with `{point}` or `{quote}`. */
    readonly carried: readonly string[];
    /** `{other}`, with `{otherPoint}`, argued the other side. */
    readonly balanced: readonly string[];
    readonly hesitant: readonly string[];
    /** The one who decides came in with the other opinion. */
    readonly converted: readonly string[];
    readonly general: readonly string[];
    readonly tiny: readonly string[];
  };
  /** What `{names}` would have had instead, because of `{point}`. */
  readonly dissents: {
    readonly wantedNo: readonly string[];
    readonly wantedYes: readonly string[];
    readonly wantedOther: readonly string[];
    readonly short: readonly string[];
    /** One of them, in words of one's own. */
    readonly quotes: readonly string[];
  };
  readonly short: Readonly<Record<"yes" | "middle" | "no" | "open", readonly string[]>>;
  readonly terms: readonly string[];
  readonly dates: readonly string[];
}

/** Everything that only a staged meeting says, in one language. */
export interface MeetingTexts {
  readonly presentation: PresentationTexts;
  readonly discussion: DiscussionTexts;
  readonly summary: SummaryTexts;
  readonly judgement: JudgementTexts;
  readonly decision: DecisionTexts;
  /** Between names or points, and before the last of them. */
  readonly joints: readonly [string, string];
  /** The same between the clauses of a sentence. */
  readonly clauseJoints: readonly [string, string];
}
