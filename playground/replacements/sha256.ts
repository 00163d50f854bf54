/** LangChain's cache of answers, which Rostrum does not use, has an implementation of its own. */
export { sha256Of as sha256 } from "../../src/base/platform/sha256.js";
