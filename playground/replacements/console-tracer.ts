/** LangChain uses this class to print calls in its verbose mode, which a page cannot turn on. */
export class ConsoleCallbackHandler {}
