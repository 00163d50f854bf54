/**
 * LangChain contains an implementation of SHA-256 for its answer cache, which Rostrum does not use. The playground
 * already contains Rostrum's own implementation.
 */
export { sha256Of as sha256 } from "../../src/base/platform/sha256.js";
