/** Rostrum does not call `streamEvents`, for which LangChain turns the calls inside a run into events. */
export class EventStreamCallbackHandler {
  constructor() {
    throw new Error("The playground does not contain LangChain's streamEvents");
  }
}

export const isStreamEventsHandler = (): boolean => false;
