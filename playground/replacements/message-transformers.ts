/** Rostrum never calls LangChain's functions that transform lists of messages, because it writes its own prompts. */
function unavailable(): never {
  throw new Error("The playground does not contain LangChain's functions that transform lists of messages");
}

export {
  unavailable as defaultTextSplitter,
  unavailable as filterMessages,
  unavailable as mergeMessageRuns,
  unavailable as trimMessages,
};
