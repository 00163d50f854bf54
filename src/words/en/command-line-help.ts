export const help = {
  program: "Run conversations among language-model agents. Rostrum decides who speaks next.",
  programUsage: "<command> [options]",
  commands: {
    run: {
      summary: "Run a conversation from a mode or a scenario file",
      usage: "<mode | scenario.yaml | -> [options]",
    },
    modes: { summary: "List the modes and the shipped scenarios", usage: "[options]" },
    init: { summary: "Create a new project: a scenario, a program and a test", usage: "<folder> [options]" },
    threads: { summary: "List saved conversations", usage: "[options]" },
    "threads remove": { summary: "Delete saved conversations", usage: "<thread…> [options]" },
    "threads rename": { summary: "Give a saved conversation another title", usage: "<thread> <title> [options]" },
    show: { summary: "Print a saved conversation", usage: "<thread> [options]" },
    explain: { summary: "Explain how the speaker of a turn was chosen", usage: "<thread> [--turn <N>] [options]" },
    resume: { summary: "Continue a conversation that has not ended", usage: "<thread> [options]" },
    continue: { summary: "Add another round to a conversation that has ended", usage: "<thread> [options]" },
    fork: { summary: "Start a new conversation from a turn of a saved one", usage: "<thread> --turn <N> [options]" },
    diff: { summary: "Show where two saved conversations diverge", usage: "<thread> <other> [options]" },
    interject: { summary: "Add a message to a saved conversation", usage: "<thread> <line> [options]" },
    ui: { summary: "Serve the web page on this machine", usage: "[options]" },
    worker: { summary: "Run the conversations in a database's queue", usage: "--db <ADDRESS> [options]" },
    workers: { summary: "List the workers that share a database", usage: "--db <ADDRESS> [options]" },
    mcp: { summary: "Offer conversations to agents as MCP tools, over stdio", usage: "[options]" },
  },
  epilogues: {
    run: `
Options override the scenario. Speeches go to stdout, progress and notes to stderr.
Press Ctrl-C to stop. With --thread, --url or --queue, the conversation stops after the current turn; press
Ctrl-C twice to stop it immediately.
Exit status: 0 done, 1 failed, 2 usage error, 130 stopped by Ctrl-C or SIGTERM.

Examples:
  rostrum run bidding --turns 6 --seed 42
  rostrum run bidding --participants "Ada,Bo,Chen" --prepare --model openai:gpt-4.1-mini
  rostrum run bidding --model openai:gpt-4.1-mini --budget money=0.50 --dry-run
  rostrum run scenarios/lighthouse-keeper.yaml --json > talk.json
  cat scenario.yaml | rostrum run - --out talk.md`,
    "threads remove": `
Deletes the given conversations. With --url or --queue, a conversation that is running on the server or in a worker is
stopped first. Forks are separate conversations and are kept.

Example:
  rostrum threads remove night-train other-train`,
    continue: `
Settings stay the same unless an option changes them. With another --mode, the conversation continues as a copy, and
the original is unchanged. The copy keeps the settings that all modes share, except stop conditions.

Examples:
  rostrum continue night-train --turns 4
  rostrum continue night-train --mode director --turns 4`,
    fork: `
Examples:
  rostrum fork night-train --turn 3 --seed 8 --as other-train
  rostrum fork night-train --turn 3 --speech "I saw nobody on the train."`,
    worker: `
Runs the conversations in a database's queue, such as those started or continued with --queue.
Several workers, even on different machines, can share a database. If one dies, others usually continue its
conversations.
On Ctrl-C or SIGTERM, the worker stops taking conversations, and hands over each of its conversations after the
current step. Press Ctrl-C twice to cut off the current steps; other workers then repeat them.
With --port, the worker serves /health and /metrics. They need no token and contain no text from conversations.
Exit status: 0 stopped, 1 failed, 2 usage error, 130 ended by a third Ctrl-C or by one during start-up.

Examples:
  rostrum worker --db postgres://localhost/talks --concurrency 50
  rostrum run bidding --db postgres://localhost/talks --queue`,
    workers: `
Lists the workers that are running, the newest first. Each worker reports every five seconds, and is listed for up to
15 seconds after its last report. “–” instead of a number of conversations means that the worker is starting or stopping.

Example:
  rostrum workers --db postgres://localhost/talks`,
  } as Readonly<Record<string, string>>,
  helpCommand: { usage: "[command]", summary: "Show help for a command" },
  arguments: {
    source: "A mode or a shipped scenario (listed by “modes”), a YAML file, or - for standard input",
    folder: "The folder to write to, new or empty",
    thread: "The name of a saved conversation (listed by “threads”); with --url, its thread ID",
    other: "The conversation to compare with the first",
    line: "The message, in quotes",
    title: 'The new title, in quotes; "" removes the title',
  },
  /**
   * Descriptions of settings for `--help`, by path. For other settings, `--help` shows the first sentence of their
   * usual description.
   */
  settings: {
    participants: "The names of the participants, separated by commas; at least two",
    budget: "Limits on a run, such as calls=9,tokens=9000,seconds=60,money=0.5",
    prices:
      "Prices of models per million tokens, such as openai:gpt-4.1-mini=0.40,1.60;ollama:llama3.2=0,0, or a YAML file",
    prepare: "Let a model write missing descriptions, and turn a topic that is not a question into one",
  } as Readonly<Record<string, string>>,
  choices: (values: readonly string[]) => `: ${values.join(", ")}`,
  bounds: (min: number, max: number) => `; ${min} to ${max}`,
  options: {
    lang: "Language of prompts, speeches and messages",
    fair: "Give all participants a fair share of the turns (short for --rule proportional-fair)",
    dryRun: "Print an estimate of the run's calls, tokens and cost, without calling a model",
    pace: "Milliseconds per word of rehearsed speech, or per character in Chinese (default: 120 in a terminal without --json, otherwise 0)",
    "ui pace": "Milliseconds per word of rehearsed speech, or per character in Chinese (default: 120)",
    "worker pace":
      "Milliseconds per word of rehearsed speech, or per character in Chinese (default: 120 in a terminal, otherwise 0)",
    json: "Print only JSON to stdout",
    out: "Write the transcript to FILE (.md, .json, or .html to play it in a browser)",
    html: "Write the conversation as a single web page that plays without a server (default file name: the conversation's title or topic)",
    public: "Omit from the transcript what only the owner should see, such as descriptions, exact answers and usage",
    quiet: "Print no progress to stderr",
    verbose: "Print the stack trace of an error",
    thread: "Save the conversation under this name, to resume or show it later; with --url, a UUID",
    extensions: "A file with your own rules, stop conditions and modes; Rostrum executes the code in this file",
    db: "Where conversations are saved: a file or postgres://… (default: .rostrum/threads.db)",
    url: "The address of a LangGraph server to use; its token comes from ROSTRUM_TOKEN",
    queue: "Let workers run conversations (see “worker”); needs --db postgres://…",
    "worker db": "The database that the workers share: postgres://…",
    "workers db": "The database that the workers share: postgres://…",
    concurrency: "The maximum number of conversations at once, 1 to 1000 (default: 20)",
    grace: "Seconds after Ctrl-C or SIGTERM until running steps are cut off (default: 30)",
    from: "The sender of the message, for example a person in the cast",
    now: "Make the participants hear the message immediately: interrupt the current turn (with --url or --queue) or, if the conversation has ended, start another round",
    host: "The address to listen on (default: 127.0.0.1); any address but a loopback address needs a token in ROSTRUM_UI_TOKEN",
    port: "The port to listen on; 0 picks a free one (default: 4300)",
    "worker host": "With --port: the address to listen on (default: 127.0.0.1)",
    "worker port": "Serve /health and /metrics for monitoring on this port; 0 picks a free one",
    turn: "The turn after which the new conversation starts; 0 means before the first",
    "explain turn": "The turn to explain (default: all turns, one line each)",
    as: "The name to save the new conversation under (default: a free name, such as THREAD-2)",
    speech: "The text that replaces the speech of the given turn",
    mode: "Continue in another mode",
    limit: "The maximum number of conversations to list (default: 50)",
    after: "List the page after this cursor; if there is a next page, the command for it is printed after the list",
    search: "List only conversations whose title, topic and name together contain all of these words",
    status: "List only conversations with this status",
    yes: "Delete without asking; required if there is no terminal",
    typescript: "Write the program and its test in TypeScript",
    usage: "Print calls, tokens and cost instead of the speeches",
    version: "Print the version",
    help: "Show this help",
  },
  /** The headings of a help page, keyed by the headings that the Commander library uses. */
  titles: { "Usage:": "Usage:", "Arguments:": "Arguments:", "Options:": "Options:", "Commands:": "Commands:" },
  programEpilogue: `
Examples:
  rostrum run bidding
  rostrum run bidding --topic "Should robots referee football?" --participants "Ada,Bo,Chen"
  rostrum run scenarios/observatory.yaml --out talk.md
  rostrum run bidding --thread night-train
  rostrum resume night-train
  rostrum run bidding --lang zh

If no model is set up, Rostrum uses a built-in rehearsal, which runs offline; if NODE_ENV is “production”, it
fails instead. To use a language model, set OPENAI_API_KEY, or OPENAI_BASE_URL for another server that speaks
OpenAI's protocol, or name a model with --model or ROSTRUM_MODEL.`,
};
