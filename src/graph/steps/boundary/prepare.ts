import type { FieldIssue } from "../../../core/field-issue.js";
import type { ModelRequest } from "../../../core/model-request.js";
import type { Participant } from "../../../core/state/participant.js";
import { problemOf } from "../../../core/state/problems.js";
import { judgesOf, type StoppingSettings } from "../../../core/stopping/registry.js";
import { fitWords } from "../../../core/text/word-count.js";
import type { Prices } from "../../../core/usage/budget.js";
import { listPricesOf } from "../../../core/usage/known-prices.js";
import type { StepWarning } from "../../../core/usage/task-usage.js";
import { type InputProblem, inputProblem, RostrumError } from "../../../errors/rostrum-error.js";
import { locales } from "../../../words/registry.js";
import type { CallTarget } from "../../models/choose-model.js";
import { resolveModels } from "../../models/resolve-models.js";
import type { Conversation } from "../../state/conversation-state.js";
import { callFor, sceneOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { askForOptionalText } from "./between-turns.js";
import { openQuestion } from "./topic.js";

/** Checks that the graph offers the participants' tools, and that a run that has to wait for people is saved. */
export function checkCast({ services, isSaved }: StepContext, { participants }: Conversation): FieldIssue[] {
  const names = services.toolbox.tools.map(({ name }) => name);
  return participants.flatMap(({ tools = [], human = false, approve = false }, seat) => {
    const unknown = tools.flatMap((name, index): FieldIssue[] =>
      names.includes(name)
        ? []
        : [{ path: ["participants", seat, "tools", index], params: { rule: "unknown-tool", name, names } }],
    );
    const path = ["participants", seat, human ? "human" : "approve"];
    return (human || approve) && !isSaved ? [...unknown, { path, params: { rule: "unkept-person" } }] : unknown;
  });
}

interface CheckedPrices {
  readonly prices: Prices;
  readonly issues: readonly FieldIssue[];
}

const isQuestion = (topic: string) => /[?？]$/.test(topic.trim());

const isDescribed = ({ description, instructions, human }: Participant) =>
  Boolean(description || instructions || human);

/** The calls of {@link prepare}. */
function callsOfPreparation(state: Conversation): CallTarget[] {
  if (!state.prepare) return [];
  const asksQuestion = openQuestion(state) === undefined && !isQuestion(state.topic);
  return [
    ...(asksQuestion ? [{ purpose: "sharpen-topic" } as const] : []),
    ...state.participants
      .filter((participant) => !isDescribed(participant))
      .map((participant): CallTarget => ({ purpose: "describe-participant", participant })),
  ];
}

/**
 * Checks the models for `calls`, for preparation, for summaries and for judged stop conditions. If the budget limits
 * money, adds list prices for the models without a price from the user.
 *
 * @throws the errors of `resolveModels` if a model cannot be used.
 */
export async function checkModels(
  state: Conversation & { readonly stopping?: StoppingSettings },
  calls: readonly CallTarget[],
  step: StepContext,
): Promise<CheckedPrices> {
  const { budget, prices, memory, language, stopping } = state;
  const summaryCalls: readonly CallTarget[] = memory.window === "summary" ? [{ purpose: "summarize" }] : [];
  const judgeCalls = judgesOf(step.services.conditions, stopping).map(
    ({ judge: { purpose } }): CallTarget => ({ purpose }),
  );
  const all = [...calls, ...summaryCalls, ...judgeCalls, ...callsOfPreparation(state)].map((call) => ({
    ...call,
    language,
  }));
  const models = await resolveModels(step.services.caller.chooseModel, all, step.settings);
  const unpriced = budget.money === undefined ? [] : models.filter((model) => !Object.hasOwn(prices, model));
  if (unpriced.length === 0) return { prices, issues: [] };
  const listed = await listPricesOf(unpriced);
  const unknown = unpriced.filter((model) => !Object.hasOwn(listed, model));
  const issues = unknown.map((model): FieldIssue => ({ path: ["prices"], params: { rule: "no-price", model } }));
  return { prices: { ...prices, ...listed }, issues };
}

export async function checkNewcomer(
  state: Conversation,
  newcomer: Participant,
  step: StepContext,
): Promise<{ readonly prices: Prices } | { readonly refusal: InputProblem }> {
  const { language } = state;
  const alone = { ...state, participants: [newcomer] } as Conversation;
  try {
    const { prices, issues } = await checkModels(alone, step.scene.callsOf(alone), step);
    const [issue] = [...checkCast(step, alone), ...issues];
    if (!issue) return { prices };
    return { refusal: problemOf({ ...issue, path: ["add", ...issue.path.slice(2)] }, language) };
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    return { refusal: inputProblem("add.model", "other", { message: error.message }, locales[language].errors) };
  }
}

interface Prepared {
  readonly text: string;
  readonly warning?: StepWarning;
}

async function write(
  state: Conversation,
  request: Extract<ModelRequest, { purpose: StepWarning["purpose"] }>,
  plain: string,
  step: StepContext,
): Promise<Prepared> {
  const shorten = (written: string) => {
    const fitted = fitWords(written, state.wordLimit, state.language);
    // A question that is too long is not used, because cutting it off would change its meaning.
    return request.purpose === "sharpen-topic" && fitted !== written ? "" : fitted;
  };
  const call = callFor(step, state, request);
  const { text, reason } = await askForOptionalText(call, shorten, step);
  const participant = "self" in request ? request.self.name : "";
  return reason === "" ? { text } : { text: plain, warning: { purpose: request.purpose, participant, reason } };
}

const openingScene = (state: Conversation, leader: Participant | null) => ({
  ...sceneOf({ ...state, opening: null }, leader ?? undefined),
  turn: 0,
});

export async function describe(
  state: Conversation,
  self: Participant,
  leader: Participant | null,
  step: StepContext,
): Promise<Prepared> {
  if (isDescribed(self)) return { text: self.description };
  return write(state, { ...openingScene(state, leader), purpose: "describe-participant", self }, "", step);
}

/** Asks for all missing texts concurrently. `known`: the question that the conversation has already asked. */
export async function prepare(
  state: Conversation,
  { known, leader }: { readonly known: string | undefined; readonly leader: Participant | null },
  step: StepContext,
) {
  const scene = openingScene(state, leader);
  const [question, ...descriptions] = await Promise.all([
    known !== undefined || isQuestion(state.topic)
      ? { text: known ?? state.topic }
      : write(state, { ...scene, purpose: "sharpen-topic" }, state.topic, step),
    ...state.participants.map((self) => describe(state, self, leader, step)),
  ]);
  const all: readonly Prepared[] = [question, ...descriptions];
  return {
    question: question.text,
    participants: state.participants.map((self, seat) => ({ ...self, description: descriptions[seat]?.text ?? "" })),
    warnings: all.flatMap(({ warning }) => warning ?? []),
  };
}
