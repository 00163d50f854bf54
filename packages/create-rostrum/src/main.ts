#!/usr/bin/env node
/** `npm create rostrum` runs this program. */
import "../../../src/base/require-node.js";
import { create } from "./create.js";

process.exitCode = await create(process.argv.slice(2), process);
