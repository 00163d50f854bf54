/**
 * The type that the rehearsal's texts satisfy in each language. Texts are data with named slots rather than code,
 * so that whoever improves a sentence needs to read nothing else. Every text is one sentence, so that the sentences of
 * a speech can be counted; none holds a colon, so that none can look like somebody's label.
 */

/** Where a participant stands for the whole debate. */
export type Stance = "for" | "against" | "unsure";

/** What a participant cares about. */
export const concernNames = [
  "money",
  "maintenance",
  "safety",
  "health",
  "nature",
  "time",
  "jobs",
  "beauty",
  "fairness",
  "evidence",
  "people",
  "trust",
  "tradition",
  "privacy",
  "children",
  "freedom",
] as const;
export type ConcernName = (typeof concernNames)[number];

/** What can be said about a concern. */
export interface ConcernTexts {
  /** Noun phrases that name it, fit to follow "about". */
  readonly points: readonly string[];
  readonly for: readonly string[];
  readonly against: readonly string[];
  readonly unsure: readonly string[];
  /** Questions to `{other}`. */
  readonly questions: readonly string[];
}

/** Ways of taking up what was just said, by how the two stances relate. */
export interface AnswerTexts {
  readonly agree: readonly string[];
  readonly disagree: readonly string[];
  /** The one who answers is not convinced of anything yet. */
  readonly doubting: readonly string[];
  /** The one who answers has a position; the one who is answered has none. */
  readonly urging: readonly string[];
  /** The one who is answered is not of the cast: nobody knows where they stand. */
  readonly hearing: readonly string[];
  /** The one who answers was asked by name. */
  readonly asked: readonly string[];
  /** The director asked the one who answers. */
  readonly prompted: readonly string[];
  /** The latest message was the speaker's own. */
  readonly continuing: readonly string[];
}

/** Everything a rehearsal can say in one language. */
export interface Phrases {
  /** The first words of the debate. */
  readonly openings: readonly string[];
  readonly answers: AnswerTexts;
  /** Where one stands, said in one's first speech. */
  readonly positions: Readonly<Record<Stance, readonly string[]>>;
  /** The same on a question that cannot be answered by yes or no. */
  readonly approaches: Readonly<Record<Stance, readonly string[]>>;
  /** The same where the question is whether what is there should stay: "yes" then is no change. */
  readonly keeping: {
    readonly positions: Readonly<Record<Exclude<Stance, "unsure">, readonly string[]>>;
    readonly short: Readonly<Record<Exclude<Stance, "unsure">, readonly string[]>>;
  };
  /** What somebody who wants `{wish}` says on a question that leaves the answer open. */
  readonly wishes: readonly string[];
  /** Put in front of an argument to tie it to the topic. */
  readonly leadIns: readonly string[];
  readonly roleRemarks: readonly string[];
  readonly concessions: readonly string[];
  /** Questions to `{other}` that fit any argument. */
  readonly questions: readonly string[];
  /** Last sentences that ask nobody in particular. */
  readonly challenges: readonly string[];
  readonly gestures: readonly string[];
  /** For word limits that leave room for nothing else. */
  readonly short: Readonly<Record<Stance, readonly string[]>>;
  readonly concerns: Readonly<Record<ConcernName, ConcernTexts>>;
  /** Who somebody is, in the third person. */
  readonly descriptions: {
    readonly who: readonly string[];
    readonly cares: readonly string[];
    readonly stands: Readonly<Record<Stance, readonly string[]>>;
  };
  /** Questions made of a topic that is not one. */
  readonly topicQuestions: readonly string[];
  /** What stands for a name that cannot be spoken. */
  readonly stranger: string;
  /** What stands for a topic that holds no words. */
  readonly anySubject: string;
  /** What stands for two choices too long to name. */
  readonly aChoice: string;
  /** The answer to a call that carries no request. */
  readonly withoutBrief: string;
}
