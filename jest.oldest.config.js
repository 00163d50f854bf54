/**
 * The tests for the oldest supported version of Node.js. They cover what the version can affect: SQLite, processes and
 * signals, HTTP, streams, timers, asynchronous context, Unicode and Intl, and a whole conversation in every mode.
 *
 * They leave out pure computations (rules, prompts, settings, stop conditions, renderers, controls) and the contract of
 * the port; LangGraph's server, which runs on the Node.js version in langgraph.json; and everything that is compiled,
 * packed, documented or shown in a browser. They test only the connection of a server's client. All tests run on the
 * newest Node.js.
 */
import config from "./jest.config.js";
import { partsOfPaths, suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  testMatch: suitesNamed([
    "base/chance",
    "errors/errors.integration",
    "{graph/langgraph,words,talk/storage,core/text}/**/*",
    "talk/contracts/checkpointers.integration",
    "talk/conversations/remote/{watch,with-login}.integration",
    "apps/cli/*.integration",
    "apps/cli/terminal/*",
    "graph/models/{*.integration,retries,traces}",
    "graph/modes/{*.integration,golden-conversations,embedded}",
    "graph/steps/*.integration",
    "talk/conversations/delivery/killed.integration",
    "apps/web/{*.integration,guard}",
  ]),
  // Leaves out measurements of texts, and AG-UI, because the other web suites cover its HTTP and streams.
  testPathIgnorePatterns: partsOfPaths(["text/linear", "text/large-casts", "web/ag-ui.integration"]),
  globals: { propertyCases: 50 },
};
