/**
 * The spans of a conversation's run. Names and attributes follow OpenTelemetry's conventions for generative AI, where
 * these exist. The spans contain no text from prompts, answers or speeches.
 */
import type { Attributes, Span } from "@opentelemetry/api";
import { type EventReader, type RostrumEvent, readEvent } from "../../core/state/events.js";
import { addTokens, noTokens, type Tokens } from "../../core/usage/usage.js";
import type { Bid } from "../../records/bid.js";
import type { Decision } from "../../records/decision.js";
import type { Purpose } from "../../records/request.js";
import { stepNames } from "../state/step-names.js";
import { CallSpan, splitLabel } from "./call-span.js";
import { conversationAttributes, findOpenTelemetry, noteFailure, type OpenTelemetry } from "./open-telemetry.js";

const choosingSteps: ReadonlySet<string> = new Set([stepNames.bidCollection, stepNames.chooseSpeaker]);
/** A step in neither set belongs to the latest turn if the turn's span is still open, otherwise to the whole run. */
const speakingSteps: ReadonlySet<string> = new Set([
  stepNames.directorReflect,
  stepNames.promptSpeaker,
  stepNames.speak,
  stepNames.execute,
]);

interface OpenTurn {
  readonly span: Span;
  auction?: Span | undefined;
}

interface StartedCall {
  readonly purpose: Purpose;
  readonly turn: number;
  /** The participant or leader who answers; undefined if nobody in the conversation answers. */
  readonly participant: string | undefined;
  readonly label: string;
  readonly type: string;
}

const bidInWords = ({ participant, outcome, value }: Bid) =>
  `${participant}: ${outcome === "bid" || outcome === "random" ? value : outcome}`;

const decisionAttributes = ({
  rule,
  speaker,
  candidates,
  excluded,
  bids,
  scores,
  tied,
  draw,
}: Decision): Attributes => ({
  "rostrum.rule": rule,
  "rostrum.speaker": speaker,
  "rostrum.candidates": [...candidates],
  "rostrum.excluded": excluded.map(({ participant, reason }) => `${participant}: ${reason}`),
  "rostrum.bids": bids.map(bidInWords),
  "rostrum.scores": scores.map(({ participant, total }) => `${participant}: ${total}`),
  "rostrum.tied": [...tied],
  ...(draw !== null && { "rostrum.draw": draw }),
});

const reader: EventReader<RostrumEvent, void, [RunTrace]> = {
  "scene-set": null,
  correction: null,
  warning: null,
  opening: null,
  interjection: null,
  control: null,
  "round-start": null,
  judgement: null,
  task: null,
  plan: null,
  bid: ({ turn, bid }, trace) => trace.noteBid(turn, bid),
  decision: ({ turn, decision }, trace) => trace.noteDecision(turn, decision),
  retry: null,
  "speech-start": null,
  "tool-call": ({ turn, toolCall: { tool, outcome } }, trace) =>
    trace.noteOfTurn(turn, "tool-call", { "gen_ai.tool.name": tool, "rostrum.outcome": outcome }),
  "speech-delta": null,
  "speech-failed": ({ turn, speaker }, trace) =>
    trace.noteOfTurn(turn, "speech-failed", { "rostrum.speaker": speaker }),
  "speech-end": null,
  "stop-draw": null,
  verdict: null,
  stopped: ({ reason }, trace) => trace.noteStop(reason.kind),
};

export class RunTrace {
  private readonly turns = new Map<number, OpenTurn>();
  private tokens: Tokens = noTokens;

  private constructor(
    private readonly telemetry: OpenTelemetry,
    private readonly root: Span,
    private readonly conversation: Attributes,
  ) {}

  /**
   * @param thread - The conversation's thread; undefined if it is not saved.
   * @returns Undefined if the program traces nothing.
   */
  static async open(mode: string, thread: string | undefined): Promise<RunTrace | undefined> {
    const telemetry = await findOpenTelemetry();
    if (!telemetry) return undefined;
    const conversation = conversationAttributes(thread);
    const attributes = { "gen_ai.operation.name": "invoke_workflow", "gen_ai.agent.name": mode, ...conversation };
    const root = telemetry.trace.getTracer("rostrum").startSpan(`invoke_workflow ${mode}`, { attributes });
    return telemetry.isSpanContextValid(root.spanContext()) ? new RunTrace(telemetry, root, conversation) : undefined;
  }

  /** @param turn - The number of turns so far. */
  runStep<Result>(step: string, turn: number, act: () => Result): Result {
    const { context } = this.telemetry;
    return context.with(this.contextOf(this.spanOfStep(step, turn)), act);
  }

  private spanOfStep(step: string, turn: number): Span {
    const isChoosing = choosingSteps.has(step);
    if (!isChoosing && !speakingSteps.has(step)) return this.turns.get(turn)?.span ?? this.root;
    for (const open of this.turns.keys()) if (open <= turn) this.endTurn(open);
    return isChoosing ? this.auctionOf(turn + 1) : this.turnOf(turn + 1).span;
  }

  private contextOf(span: Span) {
    const { context, trace } = this.telemetry;
    return trace.setSpan(context.active(), span);
  }

  private startSpan(name: string, parent: Span, attributes: Attributes, isLocal = true): Span {
    const { SpanKind, trace } = this.telemetry;
    const kind = isLocal ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const options = { kind, attributes: { ...this.conversation, ...attributes } };
    return trace.getTracer("rostrum").startSpan(name, options, this.contextOf(parent));
  }

  private turnOf(turn: number): OpenTurn {
    const known = this.turns.get(turn);
    if (known) return known;
    const opened = { span: this.startSpan("turn", this.root, { "rostrum.turn": turn }) };
    this.turns.set(turn, opened);
    return opened;
  }

  private auctionOf(turn: number): Span {
    const open = this.turnOf(turn);
    open.auction ??= this.startSpan("auction", open.span, { "rostrum.turn": turn });
    return open.auction;
  }

  private endAuction(open: OpenTurn): void {
    open.auction?.end();
    open.auction = undefined;
  }

  private endTurn(turn: number): void {
    const open = this.turnOf(turn);
    this.endAuction(open);
    open.span.end();
    this.turns.delete(turn);
  }

  note(event: RostrumEvent): void {
    readEvent(reader, event, this);
  }

  noteOfTurn(turn: number, name: string, attributes: Attributes): void {
    this.turnOf(turn).span.addEvent(name, attributes);
  }

  noteBid(turn: number, bid: Bid): void {
    this.auctionOf(turn).addEvent("bid", {
      "gen_ai.agent.name": bid.participant,
      "rostrum.outcome": bid.outcome,
      "rostrum.bid": bid.value,
    });
  }

  noteDecision(turn: number, decision: Decision): void {
    const open = this.turnOf(turn);
    open.span.setAttribute("rostrum.speaker", decision.speaker);
    (open.auction ?? open.span).addEvent("decision", decisionAttributes(decision));
    this.endAuction(open);
  }

  noteStop(reason: string): void {
    this.root.setAttribute("rostrum.stop_reason", reason);
  }

  startCall({ purpose, turn, participant, label, type }: StartedCall): CallSpan {
    const { provider, model } = splitLabel(label, type);
    const isAgent = type === "agent";
    const operation = isAgent ? "invoke_agent" : "chat";
    const open = this.turns.get(turn);
    const attributes = {
      "gen_ai.operation.name": operation,
      "rostrum.purpose": purpose,
      "rostrum.turn": turn,
      ...(participant !== undefined && { "gen_ai.agent.name": participant }),
      ...(!isAgent && { "gen_ai.provider.name": provider, "gen_ai.request.model": model }),
    };
    const name = `${operation} ${isAgent ? participant : model}`;
    const isLocal = isAgent || ["rehearsal", "scripted"].includes(type);
    const span = this.startSpan(name, open?.auction ?? open?.span ?? this.root, attributes, isLocal);
    return new CallSpan(this.telemetry, span, (tokens) => {
      this.tokens = addTokens(this.tokens, tokens);
    });
  }

  /** Ends the run's span and the spans of open turns. `errorType`: undefined if the run did not fail. */
  end(errorType?: string): void {
    for (const turn of this.turns.keys()) this.endTurn(turn);
    this.root.setAttributes({
      "gen_ai.usage.input_tokens": this.tokens.inputTokens,
      "gen_ai.usage.output_tokens": this.tokens.outputTokens,
    });
    if (errorType !== undefined) noteFailure(this.telemetry, this.root, errorType);
    this.root.end();
  }
}
