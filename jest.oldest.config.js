/**
 * What a version of Node can change, for the oldest supported one: SQLite, processes and signals, HTTP, streams, timers, asynchronous
 * context, Unicode and Intl, and with them a whole conversation of every mode. Left out is what computes the same from the same
 * values (rules, prompts, settings, stop conditions, renderers, what people control, the contract of the port), what LangGraph's
 * server does, which runs on the Node that langgraph.json names, and what is compiled, packed, documented, or seen in a browser; of
 * the client of a server, its connection stays. All tests run on the newest Node.
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
  // What texts cost; AG-UI, whose HTTP and streams are those of the other suites of the web.
  testPathIgnorePatterns: partsOfPaths(["text/linear", "text/large-casts", "web/ag-ui.integration"]),
  globals: { propertyCases: 50 },
};
