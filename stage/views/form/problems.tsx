import { createContext, useContext, useId } from "react";
import { type Path, placeOf } from "../../state/problems.js";

/** The messages of a form's problems, by the place of the field that shows them. */
export const Problems = createContext<ReadonlyMap<string, string>>(new Map());

/** @param help - The id of the control's description. */
export function useProblem(path: Path, help?: string) {
  const text = useContext(Problems).get(placeOf(path));
  const id = useId();
  const describedBy = [text === undefined ? "" : id, help].filter(Boolean).join(" ");
  return {
    control: {
      ...(text !== undefined && { "aria-invalid": true }),
      ...(describedBy !== "" && { "aria-describedby": describedBy }),
    },
    message:
      text === undefined ? null : (
        <p className="field-problem" id={id} tabIndex={-1}>
          {text}
        </p>
      ),
  };
}

/**
 * Opens every group that has a problem inside, and focuses the first control with a problem. If the first problem
 * concerns a whole group, which has no control, focuses the message instead.
 */
export function focusFirstProblem(form: HTMLElement): void {
  const messages = [...form.querySelectorAll<HTMLElement>(".field-problem")];
  for (const message of messages)
    for (let group = message.closest("details"); group; group = group.parentElement?.closest("details") ?? null)
      group.open = true;
  const [first] = messages;
  if (!first) return;
  const control = form.querySelector<HTMLElement>(`[aria-invalid][aria-describedby~="${CSS.escape(first.id)}"]`);
  (control ?? first).focus();
}
