/**
 * The tests for the oldest supported version of Node.js. They cover what the version can affect: SQLite, processes and
 * signals, HTTP, streams, timers, asynchronous context, Unicode and Intl, and a whole conversation in every mode.
 *
 * One or two suites cover each dependence, because all tests run on the newest Node.js. They leave out pure
 * computations (rules, prompts, settings, stop conditions, renderers, controls), PostgreSQL, and contracts that repeat
 * what other suites do with SQLite or HTTP; LangGraph's server, which runs on the Node.js version in langgraph.json;
 * and everything that is compiled, packed, documented or shown in a browser. They test only the connection of a
 * server's client.
 */
import config from "./jest.config.js";
import { partsOfPaths, suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  // This version of Node.js cannot be taught to load modules in another way, so Jest loads them.
  testEnvironment: "<rootDir>/jest.environment.js",
  testRunner: "jest-circus/runner",
  testMatch: suitesNamed([
    "base/chance",
    "errors/errors.integration",
    // Unicode and Intl
    "{words,core/text}/*",
    "apps/cli/terminal/*",
    // SQLite
    "talk/storage/{sqlite-file,sqlite-checkpointer,file-in-use,locks,removed}.integration",
    // Processes and signals
    "talk/conversations/delivery/killed.integration",
    "apps/cli/{process,mcp,damaged}.integration",
    // HTTP and streams
    "talk/conversations/remote/{watch,with-login}.integration",
    "apps/web/{conversations,followers,owners}.integration",
    "apps/web/guard",
    "graph/models/{broken-streams,endless-answers,faults}.integration",
    // Timers and asynchronous context
    "graph/models/{retries,traces}",
    "graph/steps/late-people.integration",
    // Whole conversations
    "graph/langgraph/*",
    "graph/modes/{*.integration,golden-conversations,embedded}",
  ]),
  // Leaves out measurements of texts.
  testPathIgnorePatterns: partsOfPaths(["text/linear", "text/large-casts"]),
  globals: { propertyCases: 50 },
};
