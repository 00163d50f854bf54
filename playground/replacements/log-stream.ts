/** Rostrum does not call `streamLog`, for which LangChain describes runs as changes of a JSON document. */
class Unavailable {
  constructor() {
    throw new Error("The playground does not contain LangChain's streamLog");
  }
}

export const LogStreamCallbackHandler = Unavailable;
export const RunLog = Unavailable;
export const RunLogPatch = Unavailable;

export const isLogStreamHandler = (): boolean => false;
