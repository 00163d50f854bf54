/**
 * The tests for the oldest supported version of Node.js: a few suites for each of the things that the version can
 * affect.
 */
import config from "./jest.config.js";
import { partsOfPaths, suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  // This version of Node.js may lack `registerHooks`, with which the usual runner loads modules, so Jest loads them.
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
    "apps/server/server-operations.integration",
    "graph/models/{broken-streams,endless-answers,faults}.integration",
    // Timers and asynchronous context
    "graph/models/{retries,traces}",
    "graph/steps/late-people.integration",
    // Whole conversations
    "graph/langgraph/*",
    "graph/modes/{*.integration,golden-conversations,embedded}",
  ]),
  // Leaves out measurements of texts and of memory.
  testPathIgnorePatterns: partsOfPaths(["text/linear", "text/large-casts", "modes/left-behind"]),
  globals: { propertyCases: 50 },
};
