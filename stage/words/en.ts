/** The page in English. The other languages have the same texts: see `Words`. */
import type {
  Bid,
  Control,
  ControlRecord,
  Correction,
  Exclusion,
  Interjection,
  Judgement,
  Score,
  StopDraw,
  StopReason,
} from "../port.js";

const number = new Intl.NumberFormat("en-GB");
const amount = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 4 });
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const count = (many: number, one: string, more = `${one}s`) => `${number.format(many)} ${many === 1 ? one : more}`;
const percent = (share: number) => `${Math.round(share * 100)}%`;
const drawn = (value: number) => value.toFixed(2);

const budgets = { calls: "call", tokens: "token", seconds: "time", money: "money" };

const inShort = (control: Control): string =>
  "next" in control
    ? `the floor for ${control.next}`
    : "mute" in control
      ? `mute ${control.mute}`
      : "unmute" in control
        ? `unmute ${control.unmute}`
        : "add" in control
          ? `${control.add.name} joins`
          : "remove" in control
            ? `${control.remove} leaves`
            : "pause" in control
              ? "pause"
              : "one more turn";

/** A sentence for each kind of ending. */
export type Endings = {
  readonly [Kind in StopReason["kind"]]: (reason: Extract<StopReason, { readonly kind: Kind }>) => string;
};

const endings: Endings = {
  turns: ({ turn, limit }) => `the limit of ${count(limit, turn > limit ? "new turn" : "turn")} was reached`,
  phrase: ({ speaker, phrase }) => `${speaker} said “${phrase}”`,
  silence: ({ turns, threshold }) => `nobody wanted the floor: no bid above ${threshold} in ${count(turns, "auction")}`,
  probability: ({ draw, probability }) =>
    `the draw of ${drawn(draw)} was below the probability ${amount.format(probability)}`,
  repetition: ({ turns, share, words }) =>
    `the last ${count(turns, "speech", "speeches")} repeated what was said before (${percent(share)} of the significant words, such as ${list.format(words.map((word) => `“${word}”`))})`,
  agreement: ({ on }) => `the participants agreed${on ? `: ${on}` : ""}`,
  stages: ({ rounds }) => `all stages are complete, after ${count(rounds, "round")} of discussion`,
  "cut-short": ({ reason }) => `the discussion ended early: ${ending(reason)}`,
  tasks: ({ done, tasks }) => `${number.format(done)} of ${count(tasks, "task")} ${done === 1 ? "is" : "are"} done`,
  budget: ({ budget, spent, limit }) =>
    `the ${budgets[budget]} budget does not cover another turn (${amount.format(spent)} of ${amount.format(limit)} spent)`,
  late: ({ participant, limitMs }) => `${participant} did not answer within ${amount.format(limitMs / 1000)} seconds`,
  all: ({ reasons }) => reasons.map(ending).join("; and "),
  custom: ({ words, description }) => words?.["en"] ?? description,
};

/** A reason of a newer server goes by its name. */
const ending = (reason: StopReason): string => endings[reason.kind]?.(reason as never) ?? reason.kind;

export const english = {
  language: "en",
  locale: "en-GB",
  number: (value: number) => number.format(value),
  amount: (value: number) => amount.format(value),
  percent,
  list: (items: readonly string[]) => list.format(items),
  ago: (milliseconds: number) => {
    const minutes = Math.round(milliseconds / 60_000);
    if (minutes < 60) return relative.format(-minutes, "minute");
    if (minutes < 60 * 24) return relative.format(-Math.round(minutes / 60), "hour");
    return relative.format(-Math.round(minutes / 60 / 24), "day");
  },
  shell: {
    all: "All conversations",
    theme: { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" },
    language: "中文",
    languageLabel: "中文 (the page in Chinese)",
    close: "Close",
    loading: "Loading…",
    notFound: "Not found.",
    failed: (reason: string) => `That did not work: ${reason}`,
    unreachable: "The server does not answer.",
    copy: "Copy",
    copied: "Copied",
  },
  modes: {
    bidding: {
      name: "Bidding",
      summary: "Everybody bids for the floor. The highest bidder speaks; ties are broken at random.",
    },
    director: { name: "Director", summary: "A host comments, names the next speaker and asks a question." },
    "group-chat": { name: "Meeting", summary: "One presents, others discuss in rounds, one sums up, one decides." },
    "round-robin": { name: "Round-robin", summary: "Everyone speaks in order, again and again." },
    supervisor: { name: "Supervisor", summary: "One plans tasks; the others carry them out, several at once." },
  } as Readonly<Record<string, { readonly name: string; readonly summary: string }>>,
  /** How a conversation stands. */
  states: {
    running: "Live",
    waiting: "Waiting",
    paused: "Paused",
    stopped: "Stopped",
    failed: "Failed",
    ended: "Ended",
  } as Readonly<Record<string, string>>,
  home: {
    title: "Conversations",
    begin: "New conversation",
    waiting: "Waiting for a person",
    running: "Running now",
    earlier: "Earlier",
    turns: (turns: number) => (turns === 0 ? "not started" : count(turns, "turn")),
    empty: "No conversations yet.",
    emptyHint: "Start with one of these, or with your own topic. No key is needed: a built-in rehearsal speaks.",
    search: "Search",
    none: "No conversation matches.",
    remove: "Delete",
    removeSure: (title: string) => `Delete “${title}” permanently?`,
    more: "Show more",
  },
  stage: {
    views: { stage: "Stage", text: "Transcript", account: "Account" },
    viewsLabel: "View",
    seats: "Seats",
    turn: (turn: number, of: number) => (of >= turn && of > 0 ? `Turn ${turn} of ${of}` : `Turn ${turn}`),
    turns: (from: number, to: number) => `Turns ${from} to ${to}, simultaneous`,
    opening: "Opening",
    setting: "Setting the scene…",
    round: (stage: string, round: number) => (round > 1 ? `${stage}, round ${round}` : stage),
    bidsIn: (bids: number) => (bids === 0 ? "Who wants the floor?" : `${count(bids, "bid")} so far`),
    hasFloor: (name: string) => `${name} has the floor`,
    waitsFor: (names: readonly string[]) => `Waiting for ${list.format(names)}`,
    waitsForApproval: (names: readonly string[]) => `What ${list.format(names)} will say waits for approval`,
    end: (reason: StopReason) => `Ended after ${count(reason.turn, "turn")}: ${ending(reason)}.`,
    reconnecting: "Connection lost. Trying again…",
    lead: "leads",
    person: "person",
    waited: (turns: number) => `silent for ${count(turns, "turn")}`,
    handUp: "hand raised",
    awaited: "your turn",
    muted: "muted",
    gone: "has left",
    bid: (value: number) => `bid ${value}`,
    outcomes: {
      bid: "",
      random: "drawn",
      abstained: "pass",
      "hand-down": "–",
      unreadable: "?",
      failed: "failed",
      late: "late",
    } as Readonly<Record<Bid["outcome"], string>>,
    exclusions: {
      "spoke-last": "spoke last",
      abstained: "passed",
      "hand-down": "hand down",
      failed: "call failed",
      late: "too late",
      "speech-failed": "could not speak",
      resting: "sitting out",
      "not-in-stage": "not in this stage",
      "spoke-this-round": "spoke this round",
      "other-task": "another task",
      transition: "may not follow",
      "only-when-mentioned": "not mentioned",
      muted: "muted",
      removed: "has left",
    } satisfies Readonly<Record<Exclusion["reason"], string>> as Readonly<Record<string, string>>,
    tie: "Tie: ",
    draw: (value: number, name: string) => `The draw of ${drawn(value)} selects ${name}`,
    retry: (attempt: number, attempts: number, reason: string) =>
      `Call failed (${reason}); attempt ${attempt} of ${attempts}`,
    attempt: (attempt: number) => `attempt ${attempt}: the answer broke off`,
    why: "Why?",
    whyTurn: (turn: number) => `Why? Turn ${turn}`,
    judgement: ({ sufficient, reason }: Judgement) =>
      sufficient === null
        ? "The verdict is unreadable; the discussion continues."
        : `${sufficient ? "Sufficient" : "Not yet sufficient"}: ${reason}`,
    task: (number: number, worker: string, outcome: "done" | "failed" | "skipped", reason: string) =>
      outcome === "done"
        ? `Task ${number} of ${worker} is done`
        : outcome === "failed"
          ? `Task ${number} of ${worker} failed: ${reason}`
          : `Task ${number} of ${worker} was skipped: it needs ${reason}`,
    toRoom: "to the room",
    to: (name: string) => `to ${name}`,
    raises: (name: string) => `${name} raises a hand`,
    leftOut: "could not be used",
    tool: (speaker: string, tool: string) => `${speaker} uses ${tool}`,
    control: ({ from, control, refusal }: ControlRecord) => {
      const asks = `${from} asks: ${control === null ? "?" : inShort(control)}`;
      return refusal === null ? asks : `${asks}. Refused: ${refusal.message}`;
    },
    announceFloor: (name: string) => `${name} has the floor.`,
  },
  /** How each rule chose. */
  rules: {
    "highest-bid": "Highest bid",
    "proportional-fair": "Fair share of the floor",
    "longest-silence": "Silent for too long",
    "directors-choice": "The director's choice",
    assigned: "Assigned the task",
    "round-robin": "Next in order",
    "least-recent": "Silent longest",
    lottery: "Drawn by lot",
    "in-turn": "Next in the stage",
    together: "All at once",
    "only-candidate": "The only candidate",
    "raised-hand": "Raised a hand",
    "spoken-to": "Was spoken to",
    called: "Called on",
    "by-hand": "Chosen manually",
    "fallback-first": "Unreadable choice: the first candidate",
    "fallback-least-recent": "Unreadable choice: silent longest",
    "fallback-random": "Unreadable choice: drawn",
  } as Readonly<Record<string, string>>,
  strip: {
    label: "Turns",
    previous: "Previous turn",
    next: "Next turn",
    live: "Live",
    backToLive: "Back to live",
    toEnd: "To the end",
    play: "Play",
    pause: "Pause",
    speed: (factor: number) => `Speed ${factor}×`,
    position: (turn: number, of: number) => `${turn} / ${of}`,
  },
  why: {
    title: "Why this speaker?",
    summary: (rule: string, speaker: string) => `${rule}: ${speaker}.`,
    addressed: (by: string, to: string) => `${by} asked ${to} by name.`,
    refused: (by: string, to: string) =>
      `${by} asked ${to} by name, but they had just answered each other twice in a row.`,
    tie: (names: readonly string[]) => `Tie between ${list.format(names)}.`,
    bids: "Bids",
    candidates: "Candidates",
    excluded: "Excluded",
    terms: ({ bid, aging, mention, centre, excess, divisor = 1, talkativeness = 1, total }: Score) => {
      const parts = [
        `bid ${amount.format(bid)}`,
        aging && `+ ${amount.format(aging)} for waiting`,
        mention && `+ ${amount.format(mention)} for being named`,
        excess && `− ${amount.format(excess)} for overbidding`,
        talkativeness < 1 && `× ${amount.format(talkativeness)} talkativeness`,
        centre && `− ${amount.format(centre)} usual bid`,
        divisor > 1 && `÷ ${amount.format(divisor)} for recent turns`,
      ].filter(Boolean);
      return parts.length === 1 ? "" : `${parts.join(" ")} = ${amount.format(total)}`;
    },
    rawAnswers: (answers: number) => count(answers, "raw answer"),
    unreadable: "unreadable",
    choice: "The choice, verbatim",
    noAnswer: "(no answer: the call failed)",
    drawHelp: "A number from 0 to 1 that follows from the seed; each tied participant has an equal chance.",
    byLot: (value: number) => `Drawn: ${drawn(value)}`,
    stop: "Does the conversation end here?",
    stopDraw: ({ draw, probability, stops }: StopDraw) =>
      stops
        ? `Drew ${drawn(draw)}, below ${amount.format(probability)}: the conversation ends.`
        : `Drew ${drawn(draw)}, not below ${amount.format(probability)}: the conversation continues.`,
    corrections: "Corrections and reviews",
    faults: {
      "own-label": "began with its own name",
      "other-speaker": "spoke for somebody else",
      heading: "had headings",
      "wrong-addressee": "asked somebody else",
      "no-addressee": "named nobody",
      repetition: "repeated an earlier answer",
      "cut-off": "broke off",
      empty: "was empty",
      approved: "was approved",
      edited: "was edited by a person",
      rejected: "was rejected by a person",
    } satisfies Readonly<Record<Correction["faults"][number], string>> as Readonly<Record<string, string>>,
    tools: "Tool calls",
    none: "No decision was needed here.",
    branch: "Branch from here",
    prompts: "Prompts",
    promptsHelp:
      "The first prompt of each call, rebuilt from the saved states with the latest guidelines. Second attempts and tool calls are not shown.",
    promptsNone: "The prompts of this turn cannot be rebuilt.",
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
    sent: { next: "It will be heard at the next turn.", now: "It is being heard now." },
    handSent: "Your hand is raised.",
    yourTurn: (name: string) => `${name}, you have the floor.`,
    yourTask: (name: string, task: string) => `${name}, here is your task: ${task}`,
    yourDecision: (name: string) => `${name}, the decision is yours.`,
    line: (name: string) => `What ${name} says`,
    answer: "Speak",
    pass: "Pass",
    approve: (name: string) => `Approve what ${name} says?`,
    approveYes: "Approve",
    approveEdit: "Say this instead",
    approveChange: "What should change?",
    approveRewrite: "Write it again",
    answerBy: (time: Date) => `until ${time.toLocaleTimeString("en-GB")}`,
    pause: "Pause",
    pausing: "The conversation pauses after this turn.",
    resume: "Continue",
    step: "One turn",
    giveFloor: "Give the floor",
    mute: "Mute",
    unmute: "Unmute",
    remove: "Remove from the table",
    add: "Add somebody",
    addName: "Name",
    addRole: "Role",
    addDescription: "Who they are and what they want",
    asked: "Requested. It takes effect at the next turn.",
  },
  time: {
    branchFrom: (turn: number) => (turn === 0 ? "Branch before the first turn" : `Branch after turn ${turn}`),
    help: "The new conversation keeps everything up to this point and continues independently.",
    seed: "Seed",
    model: "Model",
    rule: "Rule",
    mode: "Mode",
    same: "as before",
    start: "Start the branch",
    compare: "Compare",
    compareWith: "Compare with…",
    side: (letter: string) => `Branch ${letter}`,
    parts: (turn: number) =>
      turn === 1
        ? "They differ from the first turn."
        : `They are identical up to turn ${turn - 1} and diverge at turn ${turn}.`,
    identical: "They are identical so far.",
    showCommon: "Show what they share",
    nothingYet: "nothing yet",
    seedOf: (seed: number) => `seed ${seed}`,
  },
  account: {
    shares: "How much each participant spoke",
    words: "Words",
    turns: "Turns",
    silence: "Longest silence",
    silenceOf: (turns: number) => count(turns, "turn"),
    usage: "What it cost",
    calls: "Calls",
    tokensIn: "Tokens in",
    tokensOut: "Tokens out",
    money: "Money",
    total: "Total",
    estimated: "The rehearsal calls no model; its tokens are estimates.",
    budget: "Budget",
    budgets: { calls: "Calls", tokens: "Tokens", seconds: "Seconds", money: "Money" } as Readonly<
      Record<string, string>
    >,
    of: (spent: number, limit: number) => `${amount.format(spent)} of ${amount.format(limit)}`,
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
      `Turn ${turn}: ${name} could not speak; the next-best bidder spoke instead.`,
    corrected: (name: string, turn: number, faults: readonly string[], isUsed: boolean) =>
      `Turn ${turn}: ${name}'s answer ${list.format(faults)}; it was ${isUsed ? "cleaned" : "requested again"}.`,
    interjection: ({ from }: Interjection) => `An interjection from ${from} could not be used.`,
    purposes: {
      bid: "Bids",
      "bid-panel": "Bids for the whole cast",
      "bid-and-speech": "Bids and speeches",
      speech: "Speeches",
      reflect: "Comments",
      "choose-speaker": "Choices of the speaker",
      "prompt-speaker": "Questions",
      direct: "Direction",
      "judge-round": "Verdicts on rounds",
      "judge-agreement": "Verdicts on agreement",
      decide: "Decision",
      plan: "Plan",
      execute: "Tasks",
      "sum-up": "Summing up",
      "describe-participant": "Descriptions",
      "sharpen-topic": "Opening question",
      summarize: "Summaries",
    } as Readonly<Record<string, string>>,
  },
  begin: {
    title: "New conversation",
    scenarios: "Start from a scenario",
    modes: "Or from a mode",
    back: "Choose another",
    topic: "Topic",
    cast: "Cast",
    addSeat: "Add a seat",
    removeSeat: (name: string) => `Remove ${name}`,
    seatName: "Name",
    seatRole: "Role",
    seatDescription: "Description",
    human: "A person speaks",
    more: "More settings",
    less: "Fewer settings",
    unset: "default",
    defaultIs: (value: string) => `default: ${value}`,
    add: "Add",
    removeItem: "Remove",
    yaml: "YAML",
    command: "Command",
    beside: "The same as YAML and command",
    start: "Begin",
    starting: "Beginning…",
    rehearsal:
      "If neither this form nor the environment names a model, the built-in rehearsal speaks, offline and free.",
    yes: "yes",
    no: "no",
  },
  /** The title and the meaning of a setting, by its path; the schema has the English ones. */
  setting: (_path: readonly string[]): readonly [title: string, help: string] | undefined => undefined,
  exports: { label: "Export", markdown: "Markdown", json: "JSON", html: "Playable page (HTML)" },
  replay: {
    settings: (mode: string, seed: number | null) => `${mode}${seed === null ? "" : `, seed ${seed}`}`,
  },
  help: {
    label: "Keys",
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

export type Words = typeof english;
