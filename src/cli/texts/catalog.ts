/** What the command line says. Each language has all of it. */
import type { YourTurnProblem } from "../../domain/your-turn.js";

/** Names of options, as they are typed. */
export type OptionName =
  | "topic"
  | "participants"
  | "turns"
  | "seed"
  | "model"
  | "bidModel"
  | "temperature"
  | "lang"
  | "wordLimit"
  | "prepare"
  | "criterion"
  | "pace"
  | "json"
  | "out"
  | "quiet"
  | "verbose"
  | "version"
  | "help";

interface HelpTexts {
  readonly program: string;
  /** What follows each command's name in its usage line. */
  readonly programUsage: string;
  readonly runUsage: string;
  readonly modesUsage: string;
  readonly run: string;
  readonly modes: string;
  readonly help: string;
  readonly source: string;
  readonly options: Readonly<Record<OptionName, string>>;
  /** Titles of the parts of a help page, by what commander calls them. */
  readonly titles: Readonly<Record<string, string>>;
  readonly programEpilogue: string;
  readonly runEpilogue: string;
}

/** Mistakes in the command itself. */
export interface UsageTexts {
  unknownCommand(command: string, nearest?: string): string;
  unknownOption(option: string, nearest?: string): string;
  missingSource: string;
  missingValue(option: string): string;
  tooManySources: string;
  noArguments(command: string): string;
  seeHelp(command: string): string;
  severalProblems(count: number): string;
  unknownSource(source: string, nearest?: string): string;
  notInMode(mode: string): string;
  outExtension(file: string): string;
  outNoFolder(folder: string): string;
  outIsFolder(file: string): string;
  outNotWritable(file: string): string;
  pace(given: string): string;
}

export interface RunTexts {
  /** Heads the list of the scenarios that come along. */
  shipped: string;
  readingStandardInput: string;
  preparing: string;
  /** While somebody thinks about what to say, or about who is to say it. */
  awaiting: string;
  bidsIn(arrived: number, expected: number): string;
  atMostTurns(turns: number): string;
  criterion(criterion: string): string;
  bidModel(name: string): string;
  /** Beside the name of a participant for whom a person speaks. */
  person: string;
  /** Beside the name of who speaks without having the floor. */
  interjects: string;
  speaksAgain(speaker: string): string;
  moreCandidates(count: number): string;
  stopDraw(draw: number, probability: number, stops: boolean): string;
  turnHeading(turn: number): string;
  /** One short line a turn. */
  turnLine(turn: number, speaker: string): string;
  turnsColumn: string;
  wordsColumn: string;
  elapsed(seconds: number): string;
  /** `exactly` when the same answers are sure to come again. */
  repeat(exactly: boolean): string;
  written(file: string): string;
  notWritten(file: string): string;
  writeFailed(file: string, reason: string): string;
  interrupted: string;
  unexpected(reason: string): string;
}

/** For whoever takes part in a conversation by typing. */
export interface TakingPartTexts {
  /** At the top of a run. `hasPeople` where somebody can ask for the floor. */
  hint(hasPeople: boolean): string;
  /** The command that asks for the floor, as it is typed in this language. */
  handCommand: string;
  commands(hasPeople: boolean): string;
  unknownCommand(command: string): string;
  /** What was typed, and what became of it. */
  reply(line: string, outcome: string): string;
  heardNext: string;
  handRaised(person: string): string;
  noPeople: string;
  /** Several people are in the cast, and the command must say who of them. */
  whoseHand(people: readonly string[]): string;
  tooLong: string;
  tooLate(text: string): string;
  yourSpeech(person: string): string;
  yourTask(person: string, task: string): string;
  yourDecision(person: string): string;
  /** Why an answer could not be taken. */
  answerProblems: Readonly<Record<YourTurnProblem, string>>;
  inputEnded: string;
  decisionMissing(person: string): string;
}

export interface CliTexts {
  readonly help: HelpTexts;
  readonly usage: UsageTexts;
  readonly run: RunTexts;
  readonly takingPart: TakingPartTexts;
}
