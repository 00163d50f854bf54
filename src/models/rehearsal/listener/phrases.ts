/**
 * The type of what is answered to a listener, in each language. Every text is one sentence and none holds a colon.
 * Slots: `{quote}` are words of the listener's, `{topic}` is a noun phrase of theirs, fit to follow "about"; `{you}` speaks
 * to the listener, `{name}` of them, as does `{Name}` at a sentence's beginning.
 */
import type { Stance } from "../phrases.js";

export interface ListenerTexts {
  /** What one would do, or how. */
  readonly doing: readonly string[];
  readonly reason: readonly string[];
  /** By the stance of the one who answers: yes, no, perhaps. */
  readonly yesOrNo: Readonly<Record<Stance, readonly string[]>>;
  /** Any question. */
  readonly question: readonly string[];
  /** Any question, put to the one who answers or to the room. */
  readonly personal: readonly string[];
  readonly room: readonly string[];
  /** Somebody wants to be told about something. */
  readonly request: readonly string[];
  readonly command: readonly string[];
  readonly statement: readonly string[];
  readonly foreign: readonly string[];
  /** There is nothing in it that could be said again. */
  readonly wordless: readonly string[];
  readonly short: {
    readonly question: readonly string[];
    readonly command: readonly string[];
    readonly statement: readonly string[];
  };
  /** For limits that leave room for nothing else. */
  readonly tiny: readonly string[];
  /** How one speaks of a listener who has no name, and how to them. */
  readonly nameless: readonly string[];
  readonly namelessAddress: string;
}
