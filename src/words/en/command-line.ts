import type { ControlAction } from "../../records/control.js";
import type { InterjectResult } from "../../records/interjection.js";
import { longestLine } from "../../records/person-question.js";
import { help } from "./command-line-help.js";
import { common } from "./common.js";

const didYouMean = (nearest: string | undefined) => (nearest ? `; did you mean ${nearest}?` : "");

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

const takingPart = {
  hint: (people: readonly string[]) =>
    `Type a message to join in${people.length === 1 ? ` as ${people[0]}` : ""}; ${people.length > 0 ? "/hand asks for the floor, and " : ""}/help lists the commands.`,
  handCommand: "/hand",
  /** The commands that steer a conversation. The English commands work in every language. */
  controlCommands: {
    next: "/next",
    mute: "/mute",
    unmute: "/unmute",
    add: "/add",
    remove: "/remove",
    pause: "/pause",
    step: "/step",
  } satisfies Record<ControlAction, string>,
  /** `speaker`: the participant whose speech or draft is being asked for, if any. */
  help: (hasPeople: boolean, speaker?: string) =>
    [
      speaker === undefined
        ? "Type a message and press Enter: the participants hear it after the current turn."
        : `Type what ${speaker} says, and press Enter.`,
      ...(hasPeople && speaker === undefined
        ? ["/hand         asks for the floor", "/hand MESSAGE asks for the floor and says why"]
        : []),
      "/next NAME    gives NAME the next turn",
      "/mute NAME    stops NAME from speaking until /unmute NAME",
      "/add NAME     adds a participant; /add NAME, ROLE also sets the role",
      "/remove NAME  removes NAME from the conversation",
      "/pause        pauses before the next turn",
      "/step         takes one turn, then pauses again",
      "/help         shows this help",
      "Escape        discards what you are typing",
      "Ctrl-D        ends your input when an answer is expected: people then pass if they can, and drafts are approved",
      "Ctrl-C        stops the conversation",
    ].join("\n"),
  nothingSent: "nothing was sent; to list the commands, type only /help",
  unknownCommand: (command: string) => `unknown command ${command}; /help lists the commands`,
  reply: (line: string, outcome: string) => `› ${line} (${outcome})`,
  heardNext: "will be heard before the next turn",
  obeyedNext: "takes effect before the next turn",
  needsName: "this command needs a name; nothing was sent",
  nameTooLong: "this name is too long; nothing was sent",
  needsNothing: "this command takes no name; nothing was sent",
  pauseHelp: "Paused. Press Enter to continue, or type a message or a command; /step takes one turn.",
  rewriteCommand: "/rewrite",
  approvalHelp: (person: string) =>
    `Press Enter to approve what ${person} is going to say, type other words to replace it, or type /rewrite and what should change.`,
  handRaised: (person: string) => `${person} asks for the floor`,
  hasFloor: (person: string) => `${person} already has the floor; type what ${person} says`,
  noPeople: "the cast has no people who could ask for the floor; type a message instead",
  whoseHand: (people: readonly string[]) => `whose hand? Type /hand and a name: ${people.join(", ")}`,
  tooLong: `this message is longer than ${longestLine} characters; nothing was sent`,
  unheard: (text: string) => `The conversation did not hear your message: ${text}`,
  heardNextRun: (text: string) => `The conversation will hear your message when it runs again: ${text}`,
  /** `isAll`: whether standard input has ended. If not, more lines may follow. */
  unusedLines: (number: number, isAll: boolean) =>
    `${isAll ? "" : "At least "}${count(number, "line")} of standard input ${number === 1 ? "was" : "were"} not used.`,
  answeredElsewhere: "The conversation is no longer waiting for this answer; your line was not used.",
  withdrawn:
    "The conversation is no longer waiting for this answer. Press Enter to send it as a message, or Escape to discard it.",
  inputEnded: "Standard input has ended. From now on, people pass if they can, and drafts are approved automatically.",
  decisionMissing: (person: string) => `standard input ended before ${person} made the final decision`,
};

export const english = {
  help,
  usage: {
    unknownCommand: (command: string, nearest?: string) => `unknown command “${command}”${didYouMean(nearest)}`,
    unknownOption: (option: string, nearest?: string) => `unknown option ${option}${didYouMean(nearest)}`,
    textLikeOption: (text: string) => `unknown option “${text}”; put -- before text that begins with a hyphen`,
    missingArgument: (name: string, meaning: string) => `missing argument <${name}>: ${meaning}`,
    missingValue: (option: string) => `${option} needs a value`,
    tooManyArguments: (command: string, expected: number) =>
      expected === 0
        ? `${command} takes no arguments, only options`
        : `${command} takes ${count(expected, "argument")}; put text with spaces in quotes`,
    seeHelp: (command: string) => `See ${command} --help`,
    problems: (number: number) => `${count(number, "problem")}:`,
    unknownSource: (source: string, isFile: boolean, nearest: string | undefined, list: string) =>
      `${isFile ? `no file “${source}”` : `“${source}” is neither a mode nor a file`}${didYouMean(nearest) || ` (${list} lists modes and scenarios)`}`,
    notAScenario: (file: string) => `“${file}” is not a scenario; scenarios are YAML files (.yaml)`,
    outExtension: (file: string) => `“${file}” must end in .md (to read), .html (to play) or .json (for programs)`,
    outNoPage: "the web page is not built; run npm run build",
    outNoFolder: (folder: string) => `there is no folder “${folder}”`,
    outNotAFile: (file: string) => `“${file}” is a folder or a device; name a file`,
    pace: (given: string, max: number) => `must be a number of milliseconds from 0 to ${max}, not “${given}”`,
    needsThread: "has no effect without a name to save under; add --thread NAME",
    needsOutput: "has no effect without --out or --json",
    notBeside: (other: string) => `cannot be combined with ${other}`,
    fixedByOpening: "cannot change in a fork; start a new conversation with “run”",
  },
  run: {
    shipped: (program: string) => `Scenarios (${program} run NAME):`,
    readingStandardInput: "Reading a scenario from the keyboard; end it with Ctrl-D.",
    preparing: "setting the scene …",
    thinking: "thinking …",
    bidsIn: (arrived: number, expected: number) => `${arrived} of ${expected} bids`,
    retrying: common.retry,
    atMostTurns: (turns: number) => `at most ${count(turns, "turn")}`,
    atMostTasks: (inPlan: number, total: number | undefined) =>
      total === undefined
        ? `at most ${count(inPlan, "task")}`
        : `at most ${count(inPlan, "task")} in a plan and ${total} in total`,
    criterion: (criterion: string) => `criterion: ${criterion}`,
    bidModel: (name: string) => `bids: ${name}`,
    /** Shown beside a participant's name if a person speaks for that participant. */
    person: common.person,
    /** Shown beside the name of someone who speaks without having the floor. */
    interjects: "interjects",
    cut: `(${common.cut})`,
    restartsSpeech: (speaker: string) => `(${speaker} starts again)`,
    cannotSpeak: (speaker: string) => `(the call failed; another candidate is chosen instead of ${speaker})`,
    moreCandidates: (number: number) => `and ${number} more, none higher`,
    /** Shows a whole message if the output is a file or a pipe. */
    message: (speaker: string, text: string) => `${speaker}: ${text}`,
    turnHeading: common.turn,
    /** Shown on stderr as progress if `--json` is set. */
    turnLine: (turn: number, speaker: string) => `turn ${turn}: ${speaker}`,
    turnsColumn: common.columns.turns,
    wordsColumn: common.columns.words,
    elapsed: (seconds: number) => `${seconds.toFixed(1)} s`,
    /** `isExact`: whether the answers are certain to be the same. */
    repeat: (isExact: boolean): string =>
      isExact ? "To repeat this conversation:" : "To run this conversation again with the same seed:",
    written: (file: string) => `Wrote ${file}`,
    notWritten: (file: string) => `Did not write ${file}.`,
    writeFailed: (file: string, reason: string) => `cannot write “${file}”: ${reason}`,
    stopped: "Stopped.",
    goesOn: "The conversation continues without this terminal.",
    stopsAfterTurn: "Stopping after the current turn. Press Ctrl-C again to stop immediately.",
    needsNode: (needed: string, found: string) => `rostrum needs Node.js ${needed} or newer; this is ${found}`,
    endedEarly: "rostrum exited before the run finished; please report this",
    outputFailed: (reason: string) => `cannot write the output: ${reason}`,
    unexpected: (reason: string) => `unexpected error: ${reason} (--verbose shows the stack trace)`,
  },
  takingPart,
  threads: {
    saved: (name: string, show: string) => `Saved as “${name}”. To read it: ${show}`,
    savedUnfinished: (name: string, resume: string) => `Saved as “${name}”. To continue: ${resume}`,
    exists: (name: string, commands: readonly string[]) =>
      `a conversation named “${name}” already exists; choose another name, or use ${commands.join(" or ")}`,
    invalidName: (max: number) =>
      `must have 1 to ${max} characters, must not start with a dash, and must not contain line breaks, control characters, colons or angle brackets`,
    badAddress: "must be a file or postgres://…",
    needsPostgres: "must be postgres://…, because workers share a PostgreSQL database",
    nothingSaved: (address: string) => `no conversations saved at ${address}; to save one, run it with --thread NAME`,
    unknown: (name: string, nearest: string | undefined, names: readonly string[]) =>
      `no saved conversation named “${name}”${didYouMean(nearest) || (names.length > 0 ? ` (saved: ${names.join(", ")})` : "")}`,
    hasEnded: (name: string, turn: number, show: string, another: string) =>
      `“${name}” ended after ${count(turn, "turn")}; to read it: ${show}; for another round: ${another}`,
    hasNotEnded: (name: string, resume: string) => `“${name}” has not ended; to continue it: ${resume}`,
    nothingSaid: (name: string) => `nobody has spoken in “${name}” yet`,
    continues: (name: string, turn: number) =>
      turn === 0 ? `“${name}” starts.` : `“${name}” continues after turn ${turn}.`,
    missingTurn: "is required: the turn after which the fork starts (0: before the first)",
    invalidTurn: (given: string) => `must be the number of a turn, or 0, not “${given}”`,
    noSuchTurn: (given: string, first: number, last: number) =>
      `must be a turn from ${first} to ${last}, not “${given}”`,
    limitReached: (turns: number) =>
      `must be more than ${turns}, because the round that the fork continues already has ${count(turns, "turn")}`,
    forked: (name: string, from: string, turn: number) => `“${name}” starts after turn ${turn} of “${from}”.`,
    same: (left: string, right: string) => `“${left}” and “${right}” contain the same messages.`,
    diverge: (left: string, right: string, turn: number) =>
      `“${left}” and “${right}” begin with the same messages; the last of these is from turn ${turn}.`,
    nothingShared: (left: string, right: string) => `“${left}” and “${right}” differ from the first message on.`,
    noMore: "no more messages",
    settings: { mode: "mode: ", seed: "seed: ", model: "model: " },
    none: "No saved conversations.",
    noneMatches: "No conversations match.",
    more: (command: string) => `There are more conversations. To list them: ${command}`,
    needsYes: "is required, because there is no terminal in which to confirm the deletion",
    confirmRemoval: (names: readonly string[]) =>
      `Delete ${names.map((name) => `“${name}”`).join(", ")}? This cannot be undone. [y/N] `,
    removed: (name: string) => `Deleted “${name}”.`,
    renamed: (name: string, title: string) =>
      title === "" ? `“${name}” no longer has a title.` : `“${name}” now has the title “${title}”.`,
    removedNothing: "Nothing was deleted.",
    columns: {
      thread: "Thread",
      mode: common.columns.mode,
      turns: common.columns.turns,
      status: "Status",
      when: "Updated (UTC)",
      topic: common.columns.topic,
    },
    statuses: common.statuses,
    /** Shown above a conversation that is running or queued. */
    underWay: (turn: number) => `The conversation is in progress. Here is what was said up to turn ${turn}.`,
    /** When the participants hear a message. `follow`, `goOn`: the command to follow or continue the conversation. */
    heard: {
      now: (follow: string) =>
        `The participants hear the message now, or as soon as the conversation continues. To follow or continue: ${follow}`,
      "next-turn": (follow: string) =>
        `The participants will hear the message at the next turn. To follow or continue: ${follow}`,
      "next-run": (goOn: string) =>
        `The conversation has ended or has not opened yet. The participants will hear the message in the next run. To start or continue: ${goOn}`,
    } satisfies Record<InterjectResult["heard"], (command: string) => string>,
  },
  ui: {
    serving: (address: string) => `Rostrum is running at ${address} (press Ctrl-C to stop)`,
    needsToken: "other machines may be able to reach this address; set a token in ROSTRUM_UI_TOKEN",
  },
  listening: {
    badPort: (given: string) => `must be a port from 0 to 65535, not “${given}”`,
    cannotListen: (address: string, reason: string) => `cannot listen on ${address}: ${reason}`,
    inUse: (address: string) => `${address} is already in use; choose another port with --port`,
  },
  worker: {
    /** `monitored`: the address for monitoring; undefined if there is none. */
    ready: (address: string, most: number, monitored: string | undefined) =>
      `Worker ready: it runs up to ${count(most, "conversation")} at once from ${address}${monitored ? `, with /health and /metrics at ${monitored}` : ""} (press Ctrl-C to stop)`,
    needsPort: "needs --port",
    stopping: (seconds: number) =>
      `Stopping. The running conversations are handed over within ${seconds} s. Press Ctrl-C again to hand them over immediately.`,
    stopped: "Stopped.",
    problem: (thread: string, reason: string) => `“${thread}”: ${reason}`,
    /** Shown instead of a model's name if the workers choose the model. */
    model: "the workers' model",
    /** `command`: the command that starts a worker. */
    awaited: (command: string) =>
      `The conversation is waiting for a worker. If no worker is running, start one: ${command}`,
    runFailed: (reason: string) => `in the worker: ${reason}`,
  },
  workers: {
    /** `command`: the command that starts a worker. */
    none: (command: string) => `No worker is running. To start one: ${command}`,
    columns: {
      host: "Host",
      process: "Process",
      since: "Since (UTC)",
      busy: "Running/max",
      memory: "Memory",
      seen: "Last seen",
    },
    memory: (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`,
    ago: (seconds: number) => `${seconds} s ago`,
    /**
     * `stopped`: the number of workers that stopped. `died`: the number of workers that died or lost the connection.
     */
    over: (stopped: number, died: number) =>
      `In the last hour, ${count(stopped, "other worker")} stopped, and ${died} died or lost the connection to the database.`,
  },
  remote: {
    badUrl: "must be the address of a server, such as http://127.0.0.1:2024, without a user name or password",
    badToken: "must be a token of ASCII letters, digits and punctuation, without spaces or line breaks",
    badThread: (given: string) =>
      `“${given}” is not a server thread ID; expected a UUID such as 0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5`,
    needsUrl:
      "this command can interrupt a turn only on a server or in a worker; add --url or --queue, or omit --now to deliver the message after the turn",
    thread: (id: string) => `thread ${id}`,
    isUnderWay: "The conversation is in progress. Here it is from the beginning.",
    /** Shown instead of a model's name if the server chooses the model. */
    serverModel: "the server's model",
    unreachable: (server: string) =>
      `the server at ${server} does not answer; check that it is running and that the address is correct`,
    runFailed: (reason: string) => `on the server: ${reason}`,
    tokenHint: "; set ROSTRUM_TOKEN",
  },
};

export interface CommandLineWords extends Readonly<typeof english> {}
