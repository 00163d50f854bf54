/** LangGraph returns these objects from `streamEvents`, which Rostrum does not call. */
export class GraphRunStream {
  constructor() {
    throw new Error("The playground does not contain LangGraph's streamEvents");
  }
}

export class SubgraphRunStream extends GraphRunStream {}

export const createGraphRunStream = (): GraphRunStream => new GraphRunStream();

export const SET_LIFECYCLE_ITERABLE = Symbol("lifecycle");
export const SET_MESSAGES_ITERABLE = Symbol("messages");
export const SET_VALUES_LOG = Symbol("values");
