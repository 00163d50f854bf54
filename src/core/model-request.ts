/**
 * The prompts in `src/words` convert a request to text for a language model. The rehearsal, which cannot read prompts,
 * answers from the request's data instead.
 */
import type { Person } from "../records/person.js";
import type * as asked from "../records/request.js";
import type { Language } from "../words/registry.js";
import type { Participant } from "./state/participant.js";

interface Spoken {
  readonly language: Language;
}

/** Adds the language and, if the request has a `self`, all fields of that participant or leader. */
type Made<Asked> = Asked extends { readonly self: Person }
  ? Asked & Spoken & { readonly self: Participant }
  : Asked & Spoken;

export type BidRequest = Made<asked.BidRequest>;
/** Asks for several participants' bids in one answer. */
export type PanelRequest = Made<asked.PanelRequest>;
/** Asks for a bid and a speech in one answer. */
export type BidAndSpeechRequest = Made<asked.BidAndSpeechRequest>;
export type SpeechRequest = Made<asked.SpeechRequest>;
export type JudgeRequest = Made<asked.JudgeRequest>;
/** Asks a model whether a stop condition holds. */
export type StopJudgeRequest = Made<asked.StopJudgeRequest>;
export type DecideRequest = Made<asked.DecideRequest>;
export type ReflectRequest = Made<asked.ReflectRequest>;
export type ChooseSpeakerRequest = Made<asked.ChooseSpeakerRequest>;
export type SelectRequest = Made<asked.SelectRequest>;
export type PromptSpeakerRequest = Made<asked.PromptSpeakerRequest>;
export type DirectRequest = Made<asked.DirectRequest>;
export type DirectorRequest = Made<asked.DirectorRequest>;
export type PlanRequest = Made<asked.PlanRequest>;
export type ReplanRequest = Made<asked.ReplanRequest>;
export type ExecuteRequest = Made<asked.ExecuteRequest>;
export type SumUpRequest = Made<asked.SumUpRequest>;
/** Asks for a description of a participant who has no description. */
export type DescribeRequest = Made<asked.DescribeRequest>;
export type SharpenRequest = Made<asked.SharpenRequest>;
export type SummarizeRequest = Made<asked.SummarizeRequest>;

export type ModelRequest = Made<asked.ModelRequest>;
