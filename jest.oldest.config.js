/**
 * The tests for the oldest supported version of Node.js. They cover what the version can affect: SQLite, processes and
 * signals, HTTP, streams, timers, asynchronous context, Unicode and Intl, and a whole conversation in every mode.
 *
 * They leave out code that computes the same from the same values (rules, prompts, settings, stop conditions,
 * renderers, controls, the contract of the port); LangGraph's server, which runs on the Node.js version in
 * langgraph.json; and whatever is compiled, packed, documented or shown in a browser. For the client of a server, they
 * only test its connection. All tests run on the newest Node.js.
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
  // Leaves out measurements of texts, and AG-UI, whose HTTP and streams the other web suites cover.
  testPathIgnorePatterns: partsOfPaths(["text/linear", "text/large-casts", "web/ag-ui.integration"]),
  globals: { propertyCases: 50 },
};
