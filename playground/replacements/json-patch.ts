/** LangChain's parsers of JSON can describe changes with these functions. Rostrum reads whole answers. */
function unavailable(): never {
  throw new Error("The playground does not compare JSON documents");
}

export { unavailable as applyPatch, unavailable as compare };
