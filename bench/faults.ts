/**
 * `npm run report:faults`: two hundred debates before a model server of which every fifth call fails, in six ways. Prints what
 * came of them; exit 1 where one was lost.
 */
import { debateWithFaults } from "../test/support/faults.js";

const result = await debateWithFaults({ debates: 200, turns: 10, share: 0.2, atOnce: 20, seed: 1 });
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.lost === 0 ? 0 : 1;
