/** Reads what was judged and decided in a meeting out of structured answers. */
import type { FinalDecision } from "../../state/stage.js";
import { readObject } from "../../text/read-object.js";

/** A judgement, or null where the answer is none. */
export function readJudgement(
  answer: string,
): { readonly sufficient: boolean; readonly reason: string; readonly open: readonly string[] } | null {
  const { sufficient, reason, open } = readObject(answer);
  if (typeof sufficient !== "boolean") return null;
  const points = Array.isArray(open) ? open.filter((point): point is string => typeof point === "string") : [];
  return {
    sufficient,
    reason: typeof reason === "string" ? reason.trim() : "",
    open: points.map((point) => point.trim()).filter(Boolean),
  };
}

/** A decision, or null where the answer has none. Rationale and dissent may be empty. */
export function readDecision(answer: string): FinalDecision | null {
  const fields = readObject(answer);
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const decision = text("decision");
  return decision === "" ? null : { decision, rationale: text("rationale"), dissent: text("dissent") };
}
