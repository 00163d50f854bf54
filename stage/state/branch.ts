import type { ModeInfo } from "../net/api.js";

/** The selection rules that a mode offers; empty if the mode has no `selection.rule`. */
export function rulesIn(mode: ModeInfo | undefined): string[] {
  const rule = mode?.schema.properties?.["selection"]?.properties?.["rule"];
  return (rule?.enum ?? []).filter((each): each is string => typeof each === "string");
}

interface Wish {
  readonly seed: string;
  readonly model: string;
  readonly rule: string;
  readonly mode: string;
}

/**
 * Returns a request to fork after `turn`. An empty field of the wish leaves its setting as it is.
 * @param selection - The conversation's selection settings. A request for a new rule in the same mode includes them.
 */
export function forkRequest(turn: number, { seed, model, rule, mode }: Wish, selection: unknown) {
  const changes = {
    ...(seed.trim() === "" ? {} : { seed: Number(seed) }),
    ...(rule === "" ? {} : { selection: { ...(mode === "" ? (selection as object) : {}), rule } }),
  };
  return {
    turn,
    ...(Object.keys(changes).length === 0 ? {} : { changes }),
    ...(mode === "" ? {} : { mode }),
    ...(model.trim() === "" ? {} : { context: { model: model.trim() } }),
  };
}
