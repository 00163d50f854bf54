/** A page has no environment variables, so LangChain never sends traces to LangSmith. */
export class LangChainTracer {
  constructor() {
    throw new Error("The playground does not contain LangSmith's tracer");
  }

  /** For every call, LangChain looks here for a surrounding trace. */
  static getTraceableRunTree(): undefined {
    return undefined;
  }
}
