/** What is asked of the server for a branch. */
import type { ModeInfo } from "../net/api.js";

/** The rules that a mode offers; none where nobody can choose one. */
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

/** Only what differs is said. `selection`: the conversation's own, of which a rule changes nothing else in the same mode. */
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
