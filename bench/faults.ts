/**
 * `npm run report:faults`: runs debates with a model server on which one call in five fails. Exits with 1 if a debate
 * does not end, or if its messages are incomplete.
 */
import { debateWithFaults } from "../test/support/faults.js";

const result = await debateWithFaults({ debates: 200, turns: 10, share: 0.2, atOnce: 20, seed: 1 });
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.lost === 0 ? 0 : 1;
