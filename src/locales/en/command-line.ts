/** The command line in English. */
import { longestInterjection } from "../../state/interjection.js";
import { longestLine } from "../../state/your-turn.js";
import type { CliTexts } from "../command-line.js";

const orNearest = (nearest: string | undefined) => (nearest ? `; did you mean ${nearest}?` : "");

export const english: CliTexts = {
  language: "en",
  help: {
    program: "Decides who speaks next among language-model agents.",
    run: "Run a conversation, from a mode's name or from a scenario file.",
    modes: "List the ways of deciding who speaks, and scenarios to start from.",
    help: "Show help for a command.",
    programUsage: "<command> [options]",
    runUsage: "<mode | scenario.yaml | -> [options]",
    modesUsage: "[options]",
    threadsUsage: "[options]",
    threadUsage: "<thread> [options]",
    resume: "Go on with a conversation that was broken off or waits for a person.",
    threads: "List the conversations that are kept.",
    show: "Print a conversation that is kept.",
    fork: "Start a conversation of its own from some turn of one that is kept.",
    diff: "Show where two conversations that are kept part.",
    diffUsage: "<thread> <thread> [options]",
    otherThread: "the name of the other one",
    interject: "Add a line to a conversation that is on a server.",
    interjectUsage: "<thread> <line> [options]",
    serverThread: "the thread's id on the server (run --url prints it)",
    line: "what is said, in quotes",
    thread: "the name that the conversation is kept under (see: rostrum threads)",
    source: "a mode or a ready scenario (see: rostrum modes), a YAML file, or - for standard input",
    options: {
      topic: "what the conversation is about, best as a question",
      participants: "who takes part, names with commas between them",
      turns: "end after this many turns",
      seed: "settles all chance: ties, draws, the rehearsal",
      model: "who speaks: provider:name, or rehearsal (no network)",
      bidModel: "a cheaper model for bids",
      temperature: "0 to 2; sent only when set here",
      lang: "en or zh: prompts, speeches and these texts",
      wordLimit: "how long a speech may be, in words (Chinese: characters)",
      prepare: "let the model describe the cast and sharpen the topic",
      criterion: "what a bid measures: contradiction, urge, or your own words",
      budget: "the most it may cost: calls=100,tokens=50000,seconds=60 or some of them",
      pace: "pause between the pieces of a rehearsed speech",
      json: "print one JSON object, and nothing else, on stdout",
      out: "also write the transcript to FILE (.md or .json)",
      quiet: "no progress on stderr",
      thread: "keep the conversation under this name, to go on with it or show it later",
      db: "where conversations are kept: a file, or postgres://… (.rostrum/threads.db)",
      url: "a LangGraph server that has the conversation; a token comes from ROSTRUM_TOKEN",
      from: "whose line it is, such as a person of the cast",
      now: "be heard at once: the turn under way is broken off",
      turn: "the turn after which the new conversation begins",
      as: "the name that the new conversation is kept under (THREAD-2)",
      mode: "another mode than that of the thread",
      usage: "what it cost by purpose, participant and model, in place of the speeches",
      decisions: "how each turn's speaker was found, in place of the speeches",
      verbose: "show where in the program an error arose",
      version: "print the version",
      help: "show this help",
    },
    titles: {
      "Usage:": "Usage:",
      "Arguments:": "Arguments:",
      "Options:": "Options:",
      "Commands:": "Commands:",
    },
    programEpilogue: `
Examples:
  rostrum run bidding
  rostrum run bidding --topic "Should robots referee football?" --participants "Ada,Bo,Chen"
  rostrum run director --turns 5
  rostrum run scenarios/observatory.yaml --out talk.md
  rostrum run bidding --thread night-train
  rostrum resume night-train
  rostrum run bidding --lang zh

Without a key a rehearsal runs offline. For a language model, set OPENAI_API_KEY (and OPENAI_BASE_URL
for another server that speaks OpenAI's protocol), or name a model with --model or ROSTRUM_MODEL.`,
    runEpilogue: `
Options override the scenario. Speeches go to stdout, everything else to stderr.
Exit status: 0 done, 1 failed, 2 wrong usage, 130 stopped by Ctrl-C.

Examples:
  rostrum run bidding --turns 6 --seed 42
  rostrum run bidding --participants "Ada,Bo,Chen" --prepare --model openai:gpt-4.1-mini
  rostrum run scenarios/lighthouse-keeper.yaml --json > talk.json
  cat scenario.yaml | rostrum run - --out talk.md`,
  },
  usage: {
    unknownCommand: (command, nearest) => `there is no command “${command}”${orNearest(nearest)}`,
    unknownOption: (option, nearest) => `there is no option ${option}${orNearest(nearest)}`,
    missingSource: "what is to be run is missing: a mode, such as bidding, or a scenario file",
    missingThread: "the name of a thread is missing; rostrum threads lists those that are kept",
    missingOther: "the name of the second thread is missing",
    missingLine: "what is to be said is missing: a line in quotes behind the thread",
    lineInQuotes: "only one line can be said at a time; put it in quotes",
    missingValue: (option) => `${option} needs a value`,
    noArguments: (command) => `${command} takes nothing but options`,
    tooManyThreads: (command, threads) =>
      `${command} takes ${threads === 1 ? "one thread" : `${threads} threads`}; put a name with spaces in quotes`,
    tooManySources: "only one mode or scenario can be run at a time; put values with spaces in quotes",
    seeHelp: (command) => `See: ${command} --help`,
    severalProblems: (count) => `${count} things do not fit:`,
    unknownSource: (source, nearest) =>
      `“${source}” is neither a mode nor a file${nearest ? orNearest(nearest) : "; rostrum modes lists modes and scenarios"}`,
    unknownMode: (mode, known, nearest) =>
      nearest
        ? `there is no mode “${mode}”${orNearest(nearest)}`
        : `there is no mode “${mode}”; there is ${known.join(", ")}`,
    notInMode: (mode) => `the mode ${mode} has no such setting`,
    outExtension: (file) => `“${file}” must end in .md (to read) or .json (for programs)`,
    outNoFolder: (folder) => `there is no folder “${folder}”`,
    outIsFolder: (file) => `“${file}” is a folder; name a file`,
    outNotWritable: (file) => `“${file}” cannot be written: permission denied`,
    pace: (given) => `must be a number of milliseconds from 0 to 10000${given.trim() === "" ? "" : `, not “${given}”`}`,
    needsThread: "nothing is kept without a name; add --thread NAME",
    notBeside: (other) => `cannot be given together with ${other}; choose one of them`,
    settled: "is settled when a conversation is opened; a fork keeps it. To begin another one: rostrum run",
  },
  run: {
    shipped: "Scenarios to start from (rostrum run NAME):",
    readingStandardInput: "Reading a scenario from the keyboard; end it with Ctrl-D.",
    preparing: "setting the scene …",
    awaiting: "thinking …",
    bidsIn: (arrived, expected) => `${arrived} of ${expected} bids in`,
    retrying: ({ reason, attempt, attempts, waitMs }) =>
      `no answer (${reason}); trying again in ${(waitMs / 1000).toFixed(1)} s, try ${attempt} of ${attempts}`,
    atMostTurns: (turns) => `at most ${turns} ${turns === 1 ? "turn" : "turns"}`,
    criterion: (criterion) => `criterion: ${criterion}`,
    bidModel: (name) => `bids: ${name}`,
    person: "a person",
    interjects: "interjects",
    speaksAgain: (speaker) => `(the answer broke off; ${speaker} starts again)`,
    cannotSpeak: (speaker) => `(the answer failed; ${speaker} does not speak, the next best bidder does)`,
    moreCandidates: (count) => `and ${count} more, none of them higher`,
    turnHeading: (turn) => `Turn ${turn}`,
    turnLine: (turn, speaker) => `turn ${turn}: ${speaker}`,
    turnsColumn: "Turns",
    wordsColumn: "Words",
    elapsed: (seconds) => `${seconds.toFixed(1)} s`,
    repeat: (exactly) => (exactly ? "The same conversation again:" : "Again, with the same draws:"),
    written: (file) => `Written to ${file}`,
    notWritten: (file) => `Nothing was written to ${file}.`,
    writeFailed: (file, reason) => `${file} could not be written: ${reason}`,
    interrupted: "Stopped.",
    unexpected: (reason) => `something unexpected went wrong: ${reason} (--verbose shows where)`,
  },
  takingPart: {
    hint: (people) =>
      `Type a line any time to join in${people.length === 1 ? ` as ${people[0]}` : ""}; ${people.length > 0 ? "/hand asks for the floor; " : ""}/help says more.`,
    handCommand: "/hand",
    commands: (hasPeople) =>
      `a line is heard when the turn under way has ended, and answered; Escape gives it up${hasPeople ? "; /hand asks for the floor, with a line behind it if you like" : ""}`,
    floorHelp: (person) => `the floor is ${person}’s: what you type now is said; an empty line passes`,
    andNothingSent: (reply) => `${reply}; nothing was sent`,
    unknownCommand: (command) => `there is no command ${command}; there are /hand and /help`,
    reply: (line, outcome) => `› ${line} (${outcome})`,
    heardNext: "will be heard when this turn has ended",
    handRaised: (person) => `${person} asks for the floor`,
    hasFloor: (person) => `the floor is ${person}’s already; just type a line`,
    noPeople: "nobody in this cast is a person, so there is no floor to ask for; just type a line",
    whoseHand: (people) => `who raises a hand? Type /hand and a name: ${people.join(", ")}`,
    tooLong: `that is longer than ${longestInterjection} characters; nothing was sent`,
    unheard: (text) => `The conversation ended before this line was heard: ${text}`,
    unusedLines: (count, isAll) =>
      `${isAll ? "" : "At least "}${count} ${count === 1 ? "line" : "lines"} of standard input ${count === 1 ? "was" : "were"} not used.`,
    yourSpeech: (person) => `${person}, you have the floor. An empty line passes.`,
    yourTask: (person, task) => `${person}, here is your task; an empty line passes it. ${task}`,
    yourDecision: (person) => `${person}, the final decision is yours and cannot be passed.`,
    answerProblems: {
      "not-a-text": "That was not a text.",
      "too-long": `That was longer than ${longestLine} characters.`,
      empty: "That was empty.",
    },
    inputEnded: "Standard input has ended: from now on people pass.",
    decisionMissing: (person) =>
      `standard input ended before ${person} took the final decision, which cannot be passed`,
  },
  threads: {
    kept: (name, show) => `Kept as “${name}”: ${show}`,
    keptUnfinished: (name, resume) => `Kept as “${name}”; to go on: ${resume}`,
    exists: (name, commands) => `there is a thread “${name}” already; choose another name, or: ${commands.join(", ")}`,
    badName: (longest) =>
      `must be 1 to ${longest} characters without line breaks, control characters, colons or angle brackets, and not begin with a dash`,
    emptyAddress: "must be a file, or postgres://…",
    nothingKept: (address) => `nothing is kept at ${address}; rostrum run … --thread NAME keeps a conversation`,
    unknownThread: (name, nearest, names) =>
      `there is no thread “${name}”${nearest ? orNearest(nearest) : names.length > 0 ? `; there is ${names.join(", ")}` : ""}`,
    hasEnded: (name, turn, show) =>
      `the conversation “${name}” ended after ${turn} ${turn === 1 ? "turn" : "turns"}; to read it: ${show}`,
    nothingSaid: (name) => `nothing has been said yet in “${name}”`,
    goesOn: (name, turn) => (turn === 0 ? `“${name}” begins.` : `“${name}” goes on after turn ${turn}.`),
    noTurn: "the number of the turn after which it begins is missing; 0 is before the first",
    badTurn: (given) => `must be the number of a turn, from 0 on, not “${given}”`,
    limitReached: (turns) =>
      `must be over ${turns}: turns are counted from where the round began, and the fork has ${turns} of it already`,
    forked: (name, from, turn) => `“${name}” begins after turn ${turn} of “${from}”.`,
    same: (left, right) => `“${left}” and “${right}” are the same.`,
    partAfter: (left, right, turn) => `“${left}” and “${right}” are the same up to turn ${turn}.`,
    nothingShared: (left, right) => `“${left}” and “${right}” have no beginning in common.`,
    nothingMore: "has nothing more",
    endsAfterTurn: "Ends when this turn has been spoken; Ctrl-C again ends at once.",
    settings: { mode: "mode: ", seed: "seed: ", model: "model: " },
    none: "No conversation is kept.",
    columns: {
      thread: "Thread",
      mode: "Mode",
      turns: "Turns",
      state: "State",
      when: "Last change (UTC)",
      topic: "About",
    },
    states: {
      running: "running",
      "cut-off": "cut off",
      waiting: "waits for a person",
      stopped: "stopped",
      ended: "ended",
    },
  },
  remote: {
    notWithUrl: "has no effect on a server; leave it out where --url is given",
    badUrl: "must be the address of a server without a login in it, such as http://127.0.0.1:2024",
    badToken: "must be a token without spaces or line breaks",
    badThread: (given) =>
      `“${given}” is no thread of a server; those are named like 0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5`,
    interjectNeedsUrl:
      "interject speaks to a conversation on a server: --url names it. Into one that runs in this terminal, just type",
    thread: (id) => `thread ${id}`,
    isUnderWay: "It is under way; here is the run from its beginning.",
    underWay: (turn) => `It is under way: this is what was said up to turn ${turn}.`,
    serverModel: "the server’s model",
    unreachable: (server) =>
      `the server at ${server} does not answer; is it running, and is the address right? (npm run dev starts one in a clone)`,
    noServer: (server) => `what answers at ${server} is no LangGraph server; is the address right?`,
    needsToken: (server) => `the server at ${server} wants a token: set ROSTRUM_TOKEN to one that is valid there`,
    forbidden: (server, reason) =>
      `the server at ${server} does not allow this${reason ? `: ${reason}` : ""}; ROSTRUM_TOKEN says who you are there`,
    unknownMode: (server, mode) =>
      `the server at ${server} has no mode “${mode}”; does it run Rostrum, and this version?`,
    unknownThread: (server, thread) =>
      `there is no thread “${thread}” on the server at ${server}, or it is somebody else’s`,
    busy: (thread, reason) => `the thread “${thread}” cannot be changed now${reason ? `: ${reason}` : ""}`,
    refused: (server, status, reason) => `the server at ${server} answered ${status}: ${reason}`,
    runFailed: (reason) => `on the server: ${reason}`,
    runLost:
      "the server no longer knows how this run goes on; it was probably restarted. What was saved is there: rostrum show",
    stoppedElsewhere: "somebody else has stopped this run",
    gap: "The server no longer has all that happened here; the conversation itself is whole.",
    heard: {
      now: (follow) => `Heard now. To follow: ${follow}`,
      "next-turn": (follow) => `Will be heard at the next turn. To follow: ${follow}`,
      "next-run": () =>
        "Nothing is under way: it will be heard when the conversation begins, or when code opens another round of it.",
    },
  },
};
