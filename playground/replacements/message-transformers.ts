/** These functions shorten histories. Rostrum writes its prompts itself. */
function unavailable(): never {
  throw new Error("The playground does not contain LangChain's functions that transform lists of messages");
}

export {
  unavailable as defaultTextSplitter,
  unavailable as filterMessages,
  unavailable as mergeMessageRuns,
  unavailable as trimMessages,
};
