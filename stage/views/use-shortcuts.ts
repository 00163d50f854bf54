import { useLayoutEffect } from "react";
import type { Playback } from "./stage/playback.js";

interface Shortcuts {
  /**
   * Whether the page shows the table. In the other views, the space bar, the arrow keys, Home and End scroll the page
   * instead of controlling playback.
   */
  readonly isStage: boolean;
  readonly playback: Playback;
  readonly last: number;
  /** The turn in progress, or the last turn if none is in progress. */
  readonly now: number;
  readonly isReplay: boolean;
  readonly toggleWhy: () => void;
  readonly closeWhy: () => void;
}

type Action = () => void;

export function useShortcuts(shortcuts: Shortcuts): void {
  // With a layout effect, a key that is pressed before the next repaint already acts on the current state.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
      const action = actionOf(event, shortcuts);
      if (!action) return;
      action();
      if (event.key === " ") event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/** Whether key presses in an element enter text or choose an option of a list. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]") !==
    null;

const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("button, a, summary, input") !== null;

function actionOf(event: KeyboardEvent, shortcuts: Shortcuts): Action | undefined {
  if (event.key.toLowerCase() === "w") return shortcuts.toggleWhy;
  if (event.key === "Escape") return shortcuts.closeWhy;
  return shortcuts.isStage ? stageActionOf(event, shortcuts) : undefined;
}

function stageActionOf(
  { key, target }: KeyboardEvent,
  { playback, last, now, isReplay }: Shortcuts,
): Action | undefined {
  const { go, setPlaying, isPlaying } = playback;
  const turn = playback.turn ?? now;
  // Sliders and groups of choices handle the arrow keys themselves.
  const isMoving = target instanceof HTMLInputElement && target.type !== "checkbox";
  switch (key) {
    case "ArrowLeft":
      return isMoving ? undefined : () => go(turn - 1);
    case "ArrowRight":
      return isMoving ? undefined : () => go(turn >= last && !isReplay ? null : turn + 1);
    case "Home":
      return () => go(0);
    case "End":
      return () => go(isReplay ? last : null);
    case " ":
      return isControl(target) ? undefined : () => setPlaying(!isPlaying);
    default:
      return undefined;
  }
}
