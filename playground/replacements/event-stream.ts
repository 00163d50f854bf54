/** LangChain uses this class for `streamEvents`, which Rostrum does not call. */
export class EventStreamCallbackHandler {
  constructor() {
    throw new Error("The playground does not contain LangChain's streamEvents");
  }
}

export const isStreamEventsHandler = (): boolean => false;
