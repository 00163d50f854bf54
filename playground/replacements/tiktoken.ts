/**
 * LangChain counts tokens with OpenAI's tables, which it loads from a server. The playground does not need them,
 * because Rostrum estimates the number of tokens itself.
 */
function unavailable(): never {
  throw new Error("The playground does not count tokens");
}

export { unavailable as encodingForModel, unavailable as getEncoding };
