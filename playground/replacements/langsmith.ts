/** A page has no environment variables, so LangChain never sends traces to LangSmith. */
export { RunTree } from "./run-trees.js";

export class Client {
  constructor() {
    throw new Error("The playground does not contain LangSmith's client");
  }
}
