/** The English texts of `rostrum init` and create-rostrum, and of the projects that they create. */

export const english = {
  /** The cast of the project's debate. `line`: what the participant says in the test. */
  cast: [
    { name: "Livia", role: "florist", description: "Wants quiet mornings.", line: "Mornings should be quiet." },
    {
      name: "Bruno",
      role: "delivery driver",
      description: "Wants clear roads before eight.",
      line: "Then move the bakery first.",
    },
    {
      name: "Wanda",
      role: "town clerk",
      description: "Undecided, and asks what everything costs.",
      line: "Who pays for that?",
    },
  ],
  template: {
    topic: "Should our school start at nine?",
    colon: ": ",
    aboutDebate: "A debate that ends when everybody has spoken.",
    runDebate: ' Run it: npm run debate "Should our school start at nine?"',
    aboutStop: "A stop condition is a function that returns the reason why the debate ends, or nothing.",
    everybodySpoke: "everybody has spoken",
    aboutModel: ` * Returns the builder of the debate's graph.
 *
 * @param model - A LangChain chat model. Default: the model in ROSTRUM_MODEL; otherwise OpenAI's, if OPENAI_API_KEY or
 * OPENAI_BASE_URL is set; otherwise an offline rehearsal, except in production.`,
    aboutInput:
      "What the debate starts with. Each turn of waiting adds a point to a participant's bid, so quiet participants get a turn sooner.",
    testTitle: "the highest bidder speaks, and the debate ends when everybody has spoken",
    aboutReplies: "Replies by purpose and participant, in the order of the calls.",
    aboutServer: "Serves Rostrum's web page at /, and debates as server-sent events at /debate.",
    aboutSaved: "Debates are saved in this database, and the page lists them.",
    listening: "Open",
    serverTest: "the route streams a debate, and the page's API lists it",
    aboutGraph: "The graph that langgraph.json names. LangGraph's server and Studio run it.",
    aboutClient: "Runs a debate on the server that `npm start` runs:",
    graphTest: "langgraph.json names the debate's graph",
    aboutRoute: "Starts debates, and serves them to the page as server-sent events.",
    aboutOpening: "Opens the database when the first request arrives, and not while Next.js builds the app.",
    aboutConfig: "Node.js loads Rostrum from node_modules, so Next.js does not have to bundle it.",
    routeTest: "the route starts a debate and streams it",
    aboutView: "Shows a debate while it runs.",
    pageTitle: "A debate",
    ask: "What should they debate?",
    begin: "Start the debate",
    interject: "Say something:",
  },
  commands: {
    all: { test: "tests the debate with a scripted model, without a network", check: "checks the types" },
    program: {
      start: "runs the scenario in `debate.yaml`: the cast, the topic and the settings",
      debate: "runs the program, which has a custom stop condition",
    },
    page: { start: "serves the web page and the route /debate at http://127.0.0.1:4300" },
    server: {
      start: "runs LangGraph's development server on http://localhost:2024",
      debate: "runs a debate on that server",
    },
    react: {
      dev: "runs the app at http://localhost:3000",
      build: "builds the app for production",
      start: "runs the built app, which needs a model",
    },
  },
  /** What each file contains. `*`: ts or js. */
  files: {
    all: {
      "debate.*": "the debate, with a custom stop condition",
      "debate.test.*": "a test of the debate, with a scripted model",
    },
    program: { "debate.yaml": "a scenario: the cast, topic and settings of a debate" },
    page: { "server.ts": "the web page, and a route that streams", "server.test.ts": "a test of the server" },
    server: {
      "graph.ts": "the graph for LangGraph's server",
      "client.ts": "a program that runs a debate on the server",
      "graph.test.ts": "a test of langgraph.json",
    },
    react: {
      "app/rostrum/[[...path]]/route.ts": "a route that starts debates and streams them",
      "app/debate-view.tsx": "the component that shows a debate",
      "route.test.ts": "a test of the route",
    },
  },
  environment: "Variables for the model. Fill in any that are empty. This file stays out of git.",
  comma: ", ",
  notEmpty: (folder: string) => `“${folder}” is not empty; name a new folder`,
  cannotUse: (folder: string, reason: string) => `cannot write to “${folder}”: ${reason}`,
  /** `folder`: quoted for a shell. */
  wrote: (folder: string) => `Wrote to ${folder}:`,
  next: "Next:",
  withoutModel: `Without a key, Rostrum uses a built-in rehearsal, which runs offline. To use a language model, set OPENAI_API_KEY, for
example in a .env file: see .env.example.`,
  withModel: "The model's settings are in .env. If a key is missing there, add it.",
  create: {
    intro: "A new Rostrum project",
    folder: "In which folder?",
    kind: "What do you want to build?",
    kinds: {
      program: "a program, for the command line",
      page: "a web page, served with Hono",
      server: "a LangGraph server",
      react: "a React app, with Next.js",
    },
    language: "Which language should the participants speak?",
    code: "In which programming language?",
    model: "Whose language model do you want to use?",
    models: {
      rehearsal: "none yet: a built-in rehearsal, which works offline",
      openai: "OpenAI",
      anthropic: "Anthropic",
      google: "Google Gemini",
      ollama: "Ollama, or another server that speaks OpenAI's protocol",
    },
    cancelled: "Cancelled. Nothing was written.",
    unknown: (option: string, given: string, known: readonly string[]) =>
      `--${option} must be one of ${known.join(", ")}, not “${given}”`,
    unknownOption: (option: string) => `unknown option ${option}`,
    missingValue: (option: string) => `${option} needs a value`,
    needlessValue: (option: string) => `${option} takes no value`,
    extraArgument: (argument: string) =>
      `unexpected argument ${argument}: a folder name that contains spaces needs quotes`,
    onlyPrograms: "--javascript is only for --template program",
    seeHelp: "See npm create rostrum -- --help",
    help: (defaults: { readonly folder: string }) => `Usage: npm create rostrum [folder] [-- options]

Creates a project that runs conversations with Rostrum. Asks for what the options leave out, unless there is no terminal.

  folder             the new project's folder (default: ${defaults.folder})
  --template KIND    program, page (Hono), server (LangGraph) or react (Next.js) (default: program)
  --lang LANGUAGE    en or zh (default: the language of your locale, or English)
  --model MODEL      rehearsal, openai, anthropic, google or ollama (default: rehearsal)
  --javascript       JavaScript instead of TypeScript; only for programs
  --yes              use the defaults instead of asking
  --help, --version`,
  },
};

export interface ProjectWords extends Readonly<typeof english> {}
