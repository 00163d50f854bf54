/** LangChain uses this class to print calls in its verbose mode, which the playground does not turn on. */
export class ConsoleCallbackHandler {}
