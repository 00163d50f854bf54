/**
 * The type that a director's texts satisfy in each language. Every text is one sentence and none holds a colon.
 * Slots: `{name}` said the latest, `{other}` what came before it, `{quote}` is a clause of the latest and `{point}` the
 * concern it raised, `{missing}` one that nobody has raised, `{guests}` all of them. A text stays right whether a slot's
 * value is singular or plural. Nobody is addressed but the one who is asked, or readers could not tell who that is.
 */

/** What a director says before it asks somebody: no questions, or two people would answer. */
export interface CommentTexts {
  readonly welcomes: readonly string[];
  /** Present the topic. */
  readonly presentations: readonly string[];
  /** The manners of the house, after the topic. */
  readonly manners: readonly string[];
  /** Ways of taking up the latest message, by what they take up of it. */
  readonly reactions: {
    readonly quote: readonly string[];
    readonly point: readonly string[];
    readonly general: readonly string[];
  };
  /** Ways of taking up what a listener has said, who is no guest; `{Name}` begins a sentence. */
  readonly listener: {
    readonly quote: readonly string[];
    readonly general: readonly string[];
  };
  /** How the latest two messages stand to each other. */
  readonly contrasts: {
    readonly disagreement: readonly string[];
    readonly agreement: readonly string[];
    /** Whoever spoke last has not decided. */
    readonly hesitation: readonly string[];
  };
  /** What keeps the talk going. */
  readonly bridges: {
    readonly missing: readonly string[];
    readonly general: readonly string[];
  };
  /** Up to five words, for limits that leave room for nothing else. */
  readonly short: readonly string[];
  readonly shortWelcomes: readonly string[];
  /** One or two words. */
  readonly tiny: readonly string[];
}

/** A director's last words. */
export interface ClosingTexts {
  readonly thanks: readonly string[];
  /** What one guest said. */
  readonly threads: readonly string[];
  /** What two guests said, the second one with `{otherQuote}`. */
  readonly pairs: readonly string[];
  readonly farewells: readonly string[];
  /** Where nobody has spoken. */
  readonly apologies: readonly string[];
  readonly short: readonly string[];
  readonly tiny: readonly string[];
}

/** Questions to `{speaker}`; `{last}` is somebody else, who said the latest. */
export interface QuestionTexts {
  /** Nobody has spoken yet. */
  readonly opening: readonly string[];
  /** The same where the topic asks for more than a yes or a no. */
  readonly openingOpen: readonly string[];
  /** The speaker's first words, after others. */
  readonly debut: readonly string[];
  /** The latest message named the speaker. */
  readonly named: readonly string[];
  /** The latest message is a listener's. */
  readonly listener: readonly string[];
  /** About the latest message. */
  readonly reply: readonly string[];
  /** The same where the comment has just told it. */
  readonly that: readonly string[];
  /** About what nobody has raised. */
  readonly missing: readonly string[];
  /** About `{own}`, which the speaker cares about. */
  readonly own: readonly string[];
  /** About `{earlier}`, which the speaker said. */
  readonly earlier: readonly string[];
  readonly general: readonly string[];
  /** The speaker said the latest. */
  readonly further: readonly string[];
  readonly short: readonly string[];
  /** Without a name, where a name is too long. */
  readonly nameless: readonly string[];
}

export interface DirectorTexts {
  readonly comments: CommentTexts;
  readonly closing: ClosingTexts;
  readonly questions: QuestionTexts;
  /** Between names, and before the last one. */
  readonly joints: readonly [string, string];
  /** The guests where they are too many to name, by how many they are; with the number unsaid at 0. */
  readonly crowds: readonly string[];
}
