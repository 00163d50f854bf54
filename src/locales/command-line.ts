/** What the command line says. Each language has all of it. */

import type { Language } from "../language.js";
import type { Retry } from "../state/events.js";
import type { YourTurnProblem } from "../state/your-turn.js";
import type { ThreadState } from "../storage/threads.js";
import type { InterjectResult } from "../thread/interject.js";

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
  | "budget"
  | "pace"
  | "json"
  | "out"
  | "quiet"
  | "verbose"
  | "thread"
  | "db"
  | "decisions"
  | "usage"
  | "url"
  | "from"
  | "now"
  | "turn"
  | "as"
  | "mode"
  | "version"
  | "help";

interface HelpTexts {
  readonly program: string;
  /** What follows each command's name in its usage line. */
  readonly programUsage: string;
  readonly runUsage: string;
  readonly modesUsage: string;
  readonly threadsUsage: string;
  /** Of the commands that take a thread's name. */
  readonly threadUsage: string;
  readonly run: string;
  readonly resume: string;
  readonly threads: string;
  readonly show: string;
  readonly fork: string;
  readonly diff: string;
  readonly diffUsage: string;
  readonly otherThread: string;
  readonly interject: string;
  readonly interjectUsage: string;
  readonly serverThread: string;
  /** The line that is interjected. */
  readonly line: string;
  readonly thread: string;
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
  missingThread: string;
  missingOther: string;
  missingLine: string;
  /** More words than one line in quotes. */
  lineInQuotes: string;
  missingValue(option: string): string;
  tooManySources: string;
  noArguments(command: string): string;
  tooManyThreads(command: string, threads: number): string;
  seeHelp(command: string): string;
  severalProblems(count: number): string;
  unknownSource(source: string, nearest?: string): string;
  notInMode(mode: string): string;
  unknownMode(mode: string, known: readonly string[], nearest?: string): string;
  outExtension(file: string): string;
  outNoFolder(folder: string): string;
  outIsFolder(file: string): string;
  outNotWritable(file: string): string;
  pace(given: string): string;
  /** Of an option that says where a conversation is kept, where none is. */
  needsThread: string;
  /** Of an option that cannot be given beside another one. */
  notBeside(other: string): string;
  /** Of an option that a fork cannot change. */
  settled: string;
}

export interface RunTexts {
  /** Heads the list of the scenarios that come along. */
  shipped: string;
  readingStandardInput: string;
  preparing: string;
  /** While somebody thinks about what to say, or about who is to say it. */
  awaiting: string;
  bidsIn(arrived: number, expected: number): string;
  /** A call came to nothing and is made again. */
  retrying(retry: Pick<Retry, "reason" | "attempt" | "attempts" | "waitMs">): string;
  atMostTurns(turns: number): string;
  criterion(criterion: string): string;
  bidModel(name: string): string;
  /** Beside the name of a participant for whom a person speaks. */
  person: string;
  /** Beside the name of who speaks without having the floor. */
  interjects: string;
  speaksAgain(speaker: string): string;
  /** A speech failed, and somebody else has the floor. */
  cannotSpeak(speaker: string): string;
  moreCandidates(count: number): string;
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
  /** At the top of a run. `people`: those in the cast, who can ask for the floor. One alone speaks with every line. */
  hint(people: readonly string[]): string;
  /** The command that asks for the floor, as it is typed in this language. */
  handCommand: string;
  commands(hasPeople: boolean): string;
  /** The same for whoever has the floor. */
  floorHelp(person: string): string;
  /** A reply, and that what was typed behind the command went nowhere. */
  andNothingSent(reply: string): string;
  unknownCommand(command: string): string;
  /** What was typed, and what became of it. */
  reply(line: string, outcome: string): string;
  heardNext: string;
  handRaised(person: string): string;
  /** To somebody who asks for the floor and need not. */
  hasFloor(person: string): string;
  noPeople: string;
  /** Several people are in the cast, and the command must say who of them. */
  whoseHand(people: readonly string[]): string;
  tooLong: string;
  unheard(text: string): string;
  /** Lines of a pipe; `isAll` unless more of them may have come. */
  unusedLines(count: number, isAll: boolean): string;
  yourSpeech(person: string): string;
  yourTask(person: string, task: string): string;
  yourDecision(person: string): string;
  /** Why an answer could not be taken. */
  answerProblems: Readonly<Record<YourTurnProblem, string>>;
  inputEnded: string;
  decisionMissing(person: string): string;
}

/** For conversations that are kept under a name. */
export interface ThreadTexts {
  /** It is over, and the command that shows it. */
  kept(name: string, show: string): string;
  /** It is not over, and the command that goes on with it. */
  keptUnfinished(name: string, resume: string): string;
  /** `commands`: what can be done with the one that is there. */
  exists(name: string, commands: readonly string[]): string;
  badName(longest: number): string;
  emptyAddress: string;
  nothingKept(address: string): string;
  unknownThread(name: string, nearest: string | undefined, names: readonly string[]): string;
  hasEnded(name: string, turn: number, show: string): string;
  nothingSaid(name: string): string;
  goesOn(name: string, turn: number): string;
  noTurn: string;
  badTurn(given: string): string;
  /** A fork that begins after so many turns would be over at once. */
  limitReached(turns: number): string;
  forked(name: string, from: string, turn: number): string;
  same(left: string, right: string): string;
  partAfter(left: string, right: string, turn: number): string;
  nothingShared(left: string, right: string): string;
  nothingMore: string;
  endsAfterTurn: string;
  none: string;
  /** Names of settings that differ, with what stands between a name and its value. */
  readonly settings: Readonly<Record<"mode" | "seed" | "model", string>>;
  readonly columns: Readonly<Record<"thread" | "mode" | "turns" | "state" | "when" | "topic", string>>;
  readonly states: Readonly<Record<ThreadState, string>>;
}

/** For conversations on a server. */
interface RemoteTexts {
  notWithUrl: string;
  badUrl: string;
  badToken: string;
  badThread(given: string): string;
  interjectNeedsUrl: string;
  /** What others need to take part. */
  thread(id: string): string;
  /** Of one that is followed from its beginning. */
  isUnderWay: string;
  /** Of a conversation that goes on while it is shown. */
  underWay(turn: number): string;
  /** In place of a model's name where the server chooses it. */
  serverModel: string;
  unreachable(server: string): string;
  /** Something else answers there. */
  noServer(server: string): string;
  needsToken(server: string): string;
  forbidden(server: string, reason: string): string;
  unknownMode(server: string, mode: string): string;
  unknownThread(server: string, thread: string): string;
  busy(thread: string, reason: string): string;
  refused(server: string, status: number, reason: string): string;
  runFailed(reason: string): string;
  runLost: string;
  stoppedElsewhere: string;
  gap: string;
  /** When a line is heard, and the command that follows the run. */
  readonly heard: Readonly<Record<InterjectResult["heard"], (follow: string) => string>>;
}

export interface CliTexts {
  readonly language: Language;
  readonly help: HelpTexts;
  readonly usage: UsageTexts;
  readonly run: RunTexts;
  readonly takingPart: TakingPartTexts;
  readonly threads: ThreadTexts;
  readonly remote: RemoteTexts;
}
