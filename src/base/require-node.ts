/**
 * The entry points in `src/` import this file to reject old versions of Node.js. npm only warns about them, and
 * conversations would fail later with obscure errors.
 */
import { isTooOld, oldestNode } from "./node-version.js";

const version = globalThis.process?.versions?.node;
if (isTooOld(version)) throw new Error(`rostrum needs Node.js ${oldestNode} or newer; this is v${version}`);
