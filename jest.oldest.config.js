/**
 * What a version of Node can change, for the oldest supported one: SQLite, processes and signals, HTTP, streams, timers, asynchronous
 * context, Unicode and Intl, and with them a whole conversation of every mode. Left out is what computes the same from the same
 * values (rules, prompts, settings, stop conditions, renderers, what people control, the contract of the port), what LangGraph's
 * server does, which runs on the Node that langgraph.json names, and what is compiled, packed, documented, or seen in a browser; of
 * the client of a server, its connection stays. All tests run on the newest Node.
 */
import config from "./jest.config.js";

export default {
  ...config,
  testMatch: [
    "{chance,errors.integration}",
    "{langgraph,locales,storage,text}/**/*",
    "contracts/checkpointers.integration",
    "client/{watch,with-login}.integration",
    "cli/*.integration",
    "cli/terminal/*",
    "models/{*.integration,retries,traces}",
    "modes/{*.integration,golden-conversations,embedded}",
    "steps/*.integration",
    "thread/killed.integration",
    "web/{*.integration,guard}",
  ].map((tests) => `<rootDir>/test/${tests}.test.ts`),
  // What texts cost; AG-UI, whose HTTP and streams are those of the other suites of the web.
  testPathIgnorePatterns: ["linear", "large-casts", "web/ag-ui.integration"],
  globals: { propertyCases: 50 },
};
