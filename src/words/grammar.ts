/** Patterns for names. They match texts in which each name has been replaced with a single character. */
interface NamePatterns {
  /** Captures one name; a title may follow it. */
  readonly person: string;
  /** Captures one name without a title. */
  readonly name: string;
  /** The punctuation after the name of an addressee. */
  readonly pause: string;
}

/** How a language addresses people by name. Each string is part of regular expressions, most of which ignore case. */
export interface AddressGrammar {
  /** Titles that follow a name without a space in between. */
  readonly titles: readonly string[];
  /** Words that may precede a name at the beginning of a sentence, such as “so” or “tell me”. */
  readonly leads: readonly string[];
  /** Terms of endearment before a name at the end of a sentence, such as “dear”. */
  readonly endearments: readonly string[];
  readonly and: readonly string[];
  readonly or: readonly string[];
  /**
   * Relative pronouns that may follow a name, such as “who”. They introduce a clause about the person, so the person is
   * not being addressed.
   */
  readonly relativePronouns: readonly string[];
  /** Particles that turn a name into a question. */
  readonly questionParticles: readonly string[];
  /** Patterns for second-person pronouns, with word boundaries if the language has them. */
  readonly secondPerson: readonly string[];
  callings(names: NamePatterns): readonly RegExp[];
  remarks(names: NamePatterns): readonly RegExp[];
}

export interface Grammar {
  readonly address: AddressGrammar;
  /**
   * Labels such as “next speaker”, which models write to hand over the floor. `partial`: the beginnings of these
   * labels, because a streamed text can end within one.
   */
  readonly handover: { readonly whole: readonly string[]; readonly partial: readonly string[] };
  /** Abbreviations, without their final period, which does not end a sentence. */
  readonly abbreviations: readonly string[];
  /** The parts of a name that people use as forms of address; empty if the name cannot be divided. */
  partsOfName(name: string): readonly string[];
  /** Whether a sentence in this language can quote the text. */
  canQuote(text: string): boolean;
}
