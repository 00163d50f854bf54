/** LangChain converts each provider's messages with these functions to a common form, which Rostrum does not read. */
export const getTranslator = (): undefined => undefined;
