/** What a language declares so that texts in it can be read: who is called by name, where a sentence ends, what a name consists of. */

/** Patterns that stand for names in a text in which every name has become one character. */
interface NamePatterns {
  /** Captures one name; a title may follow it. */
  readonly person: string;
  /** Captures one name without a title. */
  readonly name: string;
  /** What may follow a name that is called: a comma, a colon, a dash. */
  readonly pause: string;
}

/** How a language calls people by name. Lists hold alternatives of regular expressions, which ignore case. */
export interface AddressGrammar {
  /** Titles that follow a name without a space. */
  readonly titles: readonly string[];
  /** Little words that may precede a name at the beginning of a sentence: “so”, “tell me”. */
  readonly leads: readonly string[];
  /** Words of affection before a name at the end of a sentence. */
  readonly endearments: readonly string[];
  readonly and: readonly string[];
  readonly or: readonly string[];
  /** Pronouns that begin a remark about the person just named. */
  readonly relativePronouns: readonly string[];
  /** Particles that turn a name into a question. */
  readonly questionParticles: readonly string[];
  /** Words for the person spoken to, with their own word boundaries. */
  readonly secondPerson: readonly string[];
  /** Ways of calling somebody that are particular to the language. */
  callings(names: NamePatterns): readonly RegExp[];
  /** Ways of talking about somebody in the third person. */
  remarks(names: NamePatterns): readonly RegExp[];
}

export interface Grammar {
  readonly address: AddressGrammar;
  /** The label “next speaker”, by which models hand over the floor, whole and as far as it may have been streamed. */
  readonly handover: { readonly whole: readonly string[]; readonly begun: readonly string[] };
  /** Words whose full stop ends no sentence, without that full stop. */
  readonly abbreviations: readonly string[];
  /** The parts of a name by which people are called in speech; empty for names of other scripts. */
  partsOfName(name: string): readonly string[];
  /** Whether a text can be quoted within a sentence of the language. */
  canQuote(text: string): boolean;
}
