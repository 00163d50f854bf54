/**
 * The type that the texts of a story satisfy in each language. A story is made of beats: what the storyteller brings, what
 * a player can do about exactly that, and what comes of it. Every text of a scene, move or outcome is one sentence; none
 * holds a colon, so that none can look like somebody's label.
 *
 * Slots in all of them: {rival} who is after the same thing ({Rival} where a sentence begins), {he} {He} {him} {his}
 * for the rival, {token} the thing that goes along on the journey, {subject} what everybody is looking for. The
 * subject comes out of the topic and may be one, many or somebody: no verb may have to agree with it. The storyteller also has {name},
 * the player whose turn is next, {actor}, who acted last, and once {aRival} and {aToken}, where those first come up; a
 * player has {friend}, another player.
 */

/** What a beat does in the story. They come in this order, which begins again with a new thread. */
export const acts = ["arrival", "threshold", "complication", "discovery", "setback", "climax", "aftermath"] as const;
/** A later story begins with a thread in the place of an arrival. */
export type Act = (typeof acts)[number] | "thread";

/** What kind of difficulty a beat brings: whatever a player does by its trade fits one of them. */
export const situations = ["gate", "parley", "peril", "riddle", "trouble", "showdown", "rest"] as const;
type Situation = (typeof situations)[number];

/** Something a player can do about a beat, and what may come of it. */
export interface Move {
  /** The player's own words. */
  readonly act: string;
  readonly success: string;
  readonly trouble: string;
}

export interface Beat {
  readonly situation: Situation;
  /** What happens, in one sentence that holds alone and one that goes on. */
  readonly scene: readonly [string, string];
  readonly moves: readonly Move[];
}

/** How somebody acts, by their trade. */
export type Style =
  | "maker"
  | "scholar"
  | "sneak"
  | "healer"
  | "singer"
  | "fighter"
  | "guide"
  | "trader"
  | "mystic"
  | "general";

export interface StyleTexts {
  /** What somebody of the trade does besides, whatever the move was. */
  readonly deeds: Readonly<Record<Situation, readonly string[]>>;
  /** Something to say that fits anywhere. */
  readonly remarks: readonly string[];
  readonly gestures: readonly string[];
}

type Slot = "rival" | "aRival" | "he" | "him" | "his";

export interface StoryTexts {
  readonly beats: Readonly<Record<Act, readonly Beat[]>>;
  /** Who else is after it. One a story. */
  readonly rivals: readonly Readonly<Record<Slot, string>>[];
  /** What goes along on the journey. One a story. */
  readonly tokens: readonly { readonly token: string; readonly aToken: string }[];
  /** What the later stories are about; the first is about the topic. */
  readonly errands: readonly string[];
  /** What stands for a quest that the topic does not name. */
  readonly unnamed: { readonly teller: string; readonly player: string };
  /** The storyteller's very first words. */
  readonly openers: readonly string[];
  /** Turning to {name}. */
  readonly calls: Readonly<Record<Situation, readonly string[]>>;
  readonly anyCalls: readonly string[];
  /** What comes of something that no beat foresaw. */
  readonly outcomes: { readonly success: readonly string[]; readonly trouble: readonly string[] };
  readonly gestures: { readonly success: readonly string[]; readonly trouble: readonly string[] };
  /** What a player does when no beat can be recognised. */
  readonly anyMoves: readonly string[];
  readonly styles: Readonly<Record<Style, StyleTexts>>;
  /** For word limits that leave room for nothing else. */
  readonly short: { readonly teller: readonly string[]; readonly player: readonly string[] };
}
