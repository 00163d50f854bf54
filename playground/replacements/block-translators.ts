/** The original finds a function that converts a provider's messages to a common form, which Rostrum does not read. */
export const getTranslator = (): undefined => undefined;
