/**
 * Throws if this version of Node.js is too old. The package's entries import this file first, because npm only warns,
 * and conversations would fail later with obscure errors.
 */
import { isTooOld, oldestNode } from "./node-version.js";

const version = globalThis.process?.versions?.node;
if (isTooOld(version)) throw new Error(`rostrum needs Node.js ${oldestNode} or newer; this is v${version}`);
