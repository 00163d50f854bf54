/** LangChain uses these functions to convert each provider's messages to a common form, which Rostrum does not read. */
export const getTranslator = (): undefined => undefined;
