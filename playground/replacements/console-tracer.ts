/** LangChain prints calls with this class if its verbose mode is on, which a page cannot turn on. */
export class ConsoleCallbackHandler {}
