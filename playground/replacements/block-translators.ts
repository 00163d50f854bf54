/** LangChain translates the messages of each provider to a common form with these, which Rostrum does not read. */
export const getTranslator = (): undefined => undefined;
