/**
 * LangChain counts tokens with OpenAI's tables, which it loads from a server. Rostrum estimates the number of tokens
 * itself.
 */
function unavailable(): never {
  throw new Error("The playground does not count tokens");
}

export { unavailable as encodingForModel, unavailable as getEncoding };
