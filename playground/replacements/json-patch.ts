/** LangChain's JSON parsers can describe changes with these functions. Rostrum reads only whole answers. */
function unavailable(): never {
  throw new Error("The playground does not compare JSON documents");
}

export { unavailable as applyPatch, unavailable as compare };
