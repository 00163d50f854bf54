/**
 * Processes that tests start share compiled modules. Jest's own processes do not, because writing hundreds of files
 * would delay their end.
 */
import { compiled } from "./compiled.js";

process.env["NODE_COMPILE_CACHE"] = compiled("compile-cache");
