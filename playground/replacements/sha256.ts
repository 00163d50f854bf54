/** LangChain's answer cache, which Rostrum does not use, has its own implementation of SHA-256. */
export { sha256Of as sha256 } from "../../src/base/platform/sha256.js";
