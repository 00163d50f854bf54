import { z } from "zod/v4";
import type { FieldIssue } from "../../core/field-issue.js";
import type { Control } from "../../core/state/control-record.js";
import { fewestSpeakers, maySpeak, type Participant, presentIn } from "../../core/state/participant.js";
import { problemOf, problemsOf } from "../../core/state/problems.js";
import { leaderIn } from "../../core/state/scene.js";
import { nameKey } from "../../core/text/name.js";
import { nameForms } from "../../core/text/name-forms.js";
import { type InputProblem, inputProblem } from "../../errors/rostrum-error.js";
import { type ControlAction, controlActions } from "../../records/control.js";
import type { ProblemCode, ProblemParameters } from "../../words/en/error-words.js";
import { locales } from "../../words/registry.js";
import type { Conversation } from "./conversation-state.js";

export const isPaused = ({
  pauseAt,
  turn,
  stopReason,
}: Pick<Conversation, "pauseAt" | "turn" | "stopReason">): boolean =>
  pauseAt !== null && turn >= pauseAt && !stopReason;

const name = z.string().trim().min(1).max(200).optional();
const yes = z.literal(true).optional();
const fields = {
  next: name,
  mute: name,
  unmute: name,
  add: z.looseObject({}).optional(),
  remove: name,
  pause: yes,
  step: yes,
} satisfies Record<ControlAction, z.ZodType>;
const schema = z.strictObject(fields);

/** Checks every field, because any client of a server can write controls. */
export function readControl(given: unknown): { readonly control: Control } | { readonly problems: InputProblem[] } {
  const read = schema.safeParse(given, { reportInput: true });
  if (!read.success) return { problems: problemsOf(read.error, schema, { at: ["control"] }) };
  if (Object.keys(read.data).length === 1) return { control: read.data as Control };
  return { problems: [inputProblem("control", "not-one-of", { values: controlActions })] };
}

export interface CastRules<State extends Conversation = Conversation> {
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Checks the input fields against each other. */
  check?(state: State): readonly FieldIssue[];
  /** Whether the conversation cannot continue without this participant. */
  isNeeded?(state: State, name: string): boolean;
  /** Returns further changes to make after a newcomer has been added at the end of the cast. */
  admit?(state: State): Partial<State>;
}

/** Names in an accepted control are spelled as in the cast. */
export type ControlOutcome =
  | { readonly control: Control; readonly update: Partial<Pick<Conversation, "participants" | "pauseAt" | "prices">> }
  | { readonly refusal: InputProblem };

type NamedAction = "next" | "mute" | "unmute" | "remove";

function namedControl(action: NamedAction, name: string): Control {
  switch (action) {
    case "next":
      return { next: name };
    case "mute":
      return { mute: name };
    case "unmute":
      return { unmute: name };
    case "remove":
      return { remove: name };
  }
}

/** Returns the changes that a control makes, or why it is refused. The same arguments always give the same outcome. */
export function applyControl(state: Conversation, control: Control, rules: CastRules): ControlOutcome {
  const { participants, turn, language } = state;
  const refuse = <Code extends ProblemCode>(field: string, code: Code, params: ProblemParameters[Code]) => ({
    refusal: inputProblem(field, code, params, locales[language].errors),
  });
  if ("pause" in control) return { control, update: { pauseAt: turn } };
  if ("step" in control) return { control, update: { pauseAt: (state.pauseAt ?? turn) + 1 } };
  if ("add" in control) return join(state, control.add, rules);
  const [action, given] = Object.entries(control)[0] as [NamedAction, string];
  const leader = leaderIn(state)?.name ?? "";
  if (leader !== "" && nameKey(given) === nameKey(leader)) return refuse(action, "leads", { name: leader });
  const names = presentIn(participants).map(({ name }) => name);
  const seat = nameForms(names).findIndex((forms) => forms.some((form) => nameKey(form) === nameKey(given)));
  const found = presentIn(participants)[seat];
  if (!found) return refuse(action, "not-in-cast", { name: given, names });
  const { name } = found;
  const isMuted = !maySpeak(found);
  const resolved = namedControl(action, name);
  const become = (presence: Participant["presence"]) => {
    const cast = participants.map((each) => (each === found ? { ...each, presence } : each));
    return { control: resolved, update: { participants: cast } };
  };
  if (action === "unmute") return isMuted ? become("present") : refuse(action, "not-muted", { name });
  if (isMuted && action !== "remove") return refuse(action, "is-muted", { name });
  if (action === "next") return { control: resolved, update: {} };
  if (!isMuted && participants.filter(maySpeak).length <= fewestSpeakers) return refuse(action, "too-few-speakers", {});
  if (!isMuted && rules.isNeeded?.(state, name)) return refuse(action, "is-needed", { name });
  return become(action === "mute" ? "muted" : "removed");
}

function join(state: Conversation, add: object, rules: CastRules): ControlOutcome {
  const { participants, language } = state;
  const field = rules.fields["participants"] as z.ZodType<Conversation["participants"]>;
  const read = field.safeParse([...participants, add], { reportInput: true });
  if (!read.success) {
    const [problem] = problemsOf(read.error, field, { language }) as [InputProblem];
    return { refusal: { ...problem, field: problem.field.replace(/^\[\d+\]/, "add") || "add" } };
  }
  const joined = { ...state, participants: read.data };
  const [issue] = rules.check?.(joined) ?? [];
  if (issue) return { refusal: problemOf(issue, language) };
  const update = { participants: read.data, ...rules.admit?.(joined) };
  return { control: { add: update.participants.at(-1) as Participant }, update };
}
