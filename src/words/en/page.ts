/** The English texts of the page. The texts about a conversation are in `page-conversation.ts`. */
import type { Interjection } from "../../records/interjection.js";
import { common, count } from "./common.js";
import { capital, conversation } from "./page-conversation.js";
import { setting } from "./settings.js";

const { number, amount, percent, list, clock } = common;
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

export const page = {
  language: "en",
  name: "English",
  locale: "en-GB",
  number,
  amount,
  bidReason: common.bidReason,
  percent,
  list,
  clock,
  costOf: common.costOf,
  ago: (milliseconds: number) => {
    const minutes = Math.round(milliseconds / 60_000);
    if (minutes < 60) return relative.format(-minutes, "minute");
    if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
    return relative.format(-Math.round(minutes / 60 / 24), "day");
  },
  shell: {
    all: "All conversations",
    theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
    /** The label of the link that switches the page to this language. It starts with the language's `name`. */
    toThis: "English: show this page in English",
    close: "Close",
    loading: "Loading…",
    notFound: "Not found.",
    failed: (reason: string) => `That did not work: ${reason}`,
    unreachable: "The server does not answer.",
    copy: "Copy",
    copyLink: "Copy link",
    copied: "Copied",
  },
  ...conversation,
  connection: {
    quiet: (seconds: number) => `No answer for ${number(seconds)} s`,
    quietHelp: (seconds: number, left: number) =>
      `The server has sent nothing for ${number(seconds)} s, not even a sign of life. If nothing arrives within ${number(left)} s, the page connects again.`,
    lost: "Not connected",
    lostHelp: (attempt: number, left: number) =>
      `Not connected to the server: what you see may be out of date. Attempt ${number(attempt)} ${left > 0 ? `begins in ${number(left)} s` : "is under way"}.`,
    now: "Try now",
  },
  modes: {
    bidding: {
      name: "Bidding",
      summary: "Everybody bids for the floor. The highest bidder speaks; ties are broken at random.",
    },
    director: { name: "Director", summary: "A host comments, names the next speaker and asks a question." },
    "group-chat": { name: "Meeting", summary: "One presents, others discuss in rounds, one sums up, one decides." },
    "round-robin": { name: "Round-robin", summary: "Everyone speaks in order, again and again." },
    supervisor: {
      name: "Supervisor",
      summary: "A supervisor plans tasks; the others carry them out, several at once.",
    },
  } as Readonly<Record<string, { readonly name: string; readonly summary: string }>>,
  states: Object.fromEntries(
    Object.entries(common.statuses).map(([status, text]) => [status, capital(text)]),
  ) as Readonly<Record<string, string>>,
  home: {
    title: "Conversations",
    what: "Rostrum is a round table where AI agents and people talk, and where you can see who speaks next, and why.",
    begin: "New conversation",
    waiting: "Waiting for a person",
    running: "Running now",
    earlier: "Earlier",
    turns: (turns: number) => (turns === 0 ? "not started" : count(turns, "turn")),
    empty: "No conversations yet.",
    emptyHint:
      "Start with one of these, or with your own topic. You need no key: without one, Rostrum uses a built-in rehearsal.",
    search: "Search all conversations",
    forkedAfter: (turn: number) => (turn === 0 ? "branch from the start" : `branch after turn ${turn}`),
    rename: (title: string) => `Rename “${title}”`,
    newTitle: "Title",
    saveTitle: "Save the title",
    none: "No conversation matches.",
    remove: "Delete",
    removeSure: (title: string) => `Delete “${title}” permanently?`,
    more: "Show more",
  },
  takePart: {
    label: "Take part",
    placeholder: "Say something to the room",
    placeholderTo: (name: string) => `Say something to ${name}`,
    to: "To",
    room: "the room",
    as: "As",
    guest: "a guest",
    when: "When",
    next: "next turn",
    now: "now",
    send: "Say it",
    hand: "Raise a hand",
    sent: { next: "Your message will be heard at the next turn.", now: "Your message is being heard now." },
    handSent: "Your hand is raised.",
    yourTurn: (name: string) => `${name}, you have the floor.`,
    yourTask: (name: string, task: string) => `${name}, here is your task: ${task}`,
    yourDecision: (name: string) => `${name}, the decision is yours.`,
    line: (name: string) => `What ${name} says`,
    sitHere: (name: string) => `Sit here as ${name}`,
    giveUp: "Give up this seat",
    invite: "Copy invitation",
    elsewhere: (name: string, said: string) =>
      `${name} has already spoken: “${said}” What you have written is still here.`,
    otherDraft: (draft: string) => `The draft is now: “${draft}”`,
    asRemark: "Say it as a remark",
    discard: "Discard",
    answer: "Speak",
    pass: "Pass",
    approve: (name: string) => `Approve what ${name} says?`,
    approveYes: "Approve",
    approveEdit: "Say this instead",
    approveChange: "What should change?",
    approveRewrite: "Write it again",
    answerBy: (time: Date) => `until ${clock(time)}`,
    pause: "Pause",
    pausing: "The conversation pauses after this turn.",
    stop: "Stop now",
    resume: "Continue",
    tryAgain: "Try again",
    ownModels: (people: readonly string[]) => `These participants keep their own models: ${list(people)}.`,
    anotherRound: "Another round",
    roundTurns: "Turns",
    step: "One turn",
    giveFloor: "Give the floor",
    mute: "Mute",
    unmute: "Unmute",
    remove: "Remove from the table",
    add: "Add somebody",
    addName: "Name",
    addRole: common.columns.role,
    addDescription: "Who they are and what they want",
    asked: "Requested. It takes effect at the next turn.",
  },
  time: {
    branchFrom: (turn: number) => (turn === 0 ? "Branch before the first turn" : `Branch after turn ${turn}`),
    help: "The new conversation keeps everything up to this point and continues independently.",
    seed: "Seed",
    model: common.columns.model,
    rule: "Rule",
    mode: common.columns.mode,
    same: "as before",
    start: "Start the branch",
    edit: "Change this speech",
    editOf: (speaker: string) => `What ${speaker} said`,
    editHelp:
      "Copies the conversation, with your text as the last speech, and continues the copy. This conversation stays as it is.",
    editStart: "Continue in a copy",
    retake: "Take this turn again",
    retakeHelp: "Copies the conversation up to the previous turn, and continues the copy with another seed.",
    compare: "Compare",
    compareWith: "Compare with…",
    side: (letter: string) => `Branch ${letter}`,
    parts: (turn: number) =>
      turn === 1
        ? "They differ from the first turn on."
        : `They are identical up to turn ${turn - 1} and diverge at turn ${turn}.`,
    identical: "They are identical so far.",
    showCommon: "Show what they share",
    nothingYet: "nothing yet",
    seedOf: common.seed,
  },
  account: {
    shares: "How much each participant spoke",
    words: common.columns.words,
    turns: common.columns.turns,
    silence: "Longest silence",
    silenceOf: (turns: number) => count(turns, "turn"),
    usage: "What it cost",
    calls: common.columns.calls,
    tokensIn: common.columns.inputTokens,
    tokensOut: common.columns.outputTokens,
    money: common.columns.money,
    total: common.columns.total,
    estimated: "The rehearsal calls no model; its tokens are estimates.",
    budget: "Budget",
    budgets: { calls: "Calls", tokens: "Tokens", seconds: "Seconds", money: "Money" } as Readonly<
      Record<string, string>
    >,
    of: (spent: number, limit: number) => `${amount(spent)} of ${amount(limit)}`,
    troubles: "What went wrong",
    noTroubles: "Nothing went wrong.",
    failedBid: (name: string, turn: number, why: string) => `Turn ${turn}: ${name}'s bid ${why}.`,
    outcomes: {
      failed: "failed",
      late: "came too late",
      unreadable: "could not be read and counted as 0",
    } as Readonly<Record<string, string>>,
    retried: (name: string, turn: number, attempt: number, reason: string) =>
      `Turn ${turn}: a call${name ? ` for ${name}` : ""} was retried (attempt ${attempt}): ${reason}.`,
    speechFailed: (name: string, turn: number) =>
      `Turn ${turn}: ${name} could not speak; the next-highest bidder spoke instead.`,
    corrected: (name: string, turn: number, faults: readonly string[], isUsed: boolean) =>
      `Turn ${turn}: ${name}'s answer ${list(faults)}; it was ${isUsed ? "cleaned" : "requested again"}.`,
    interjection: (lost: Interjection) => `${capital(common.request(lost))}.`,
    outsideSpeeches: common.outsideSpeeches,
    purposes: common.purposes as Readonly<Record<string, string>>,
  },
  begin: {
    title: "New conversation",
    scenarios: "Start from a scenario",
    modes: "Or from a mode",
    back: "Choose another",
    reset: "Discard the changes",
    topic: common.columns.topic,
    cast: "Cast",
    addSeat: "Add a seat",
    removeSeat: (name: string) => `Remove ${name}`,
    seatName: "Name",
    seatRole: common.columns.role,
    seatDescription: common.columns.description,
    human: "A person speaks here",
    more: "More settings",
    folds: {
      speaking: "How they speak",
      people: "People at the table",
      calls: "Models and calls",
      other: "Other settings",
    },
    set: (settings: number) => `${number(settings)} set`,
    notStarted: (fields: number) =>
      fields === 1
        ? "The conversation did not start: one field needs a change."
        : `The conversation did not start: ${number(fields)} fields need a change.`,
    providers: (names: readonly string[]) => `This server has keys for ${list(names)}.`,
    anyModelOf: (provider: string) => `Add the name of a model from ${provider}`,
    unset: "default",
    defaultIs: (value: string) => `default: ${value}`,
    add: "Add",
    removeItem: "Remove",
    yaml: "YAML",
    command: "Command",
    beside: "The same conversation as YAML and as a command",
    start: "Begin",
    starting: "Beginning…",
    rehearsal:
      "If neither this form nor the environment names a model, Rostrum uses the built-in rehearsal, which is free and runs offline.",
    yes: "yes",
    no: "no",
  },
  setting,
  exports: {
    label: "Export",
    formats: { markdown: "Markdown", json: "JSON", html: "Playable page (HTML)" },
    contents: {
      public: "For everybody",
      all: "For you: with descriptions, exact answers and costs",
    },
  },
  replay: {
    publicCopy: "public copy",
    settings: (mode: string, seed: number | null) => `${mode}${seed === null ? "" : `, seed ${seed}`}`,
  },
  help: {
    label: "Help",
    keys: [
      ["←  →", "previous or next turn"],
      ["Home  End", "first turn, or live"],
      ["Space", "play or pause"],
      ["W", "why this speaker"],
      ["/", "say something"],
      ["Esc", "close"],
    ] as readonly (readonly [string, string])[],
  },
};

export interface PageWords extends Readonly<typeof page> {}
