/**
 * The entries in `src/` import this file, because npm only warns about an old version of Node.js, and conversations
 * would fail later with obscure errors.
 */
import { isTooOld, oldestNode } from "./node-version.js";

const version = globalThis.process?.versions?.node;
if (isTooOld(version)) throw new Error(`rostrum needs Node.js ${oldestNode} or newer; this is v${version}`);
