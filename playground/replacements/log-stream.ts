/** LangChain uses these classes for `streamLog`, which Rostrum does not call. */
class Unavailable {
  constructor() {
    throw new Error("The playground does not contain LangChain's streamLog");
  }
}

export const LogStreamCallbackHandler = Unavailable;
export const RunLog = Unavailable;
export const RunLogPatch = Unavailable;

export const isLogStreamHandler = (): boolean => false;
