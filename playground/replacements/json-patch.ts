/** With these functions, LangChain's JSON parsers can report how an answer changes, but Rostrum never asks for that. */
function unavailable(): never {
  throw new Error("The playground does not compare JSON documents");
}

export { unavailable as applyPatch, unavailable as compare };
