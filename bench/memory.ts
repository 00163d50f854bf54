/**
 * `npm run report:memory`: runs bidding conversations of fifty turns one after another, and measures what stays in
 * memory. For comparison, first runs the plain graph of `bare-graph.ts`. Takes several minutes. `npm run report:memory
 * -- 20` runs a tenth of the conversations.
 */
import {
  converseAgainAndAgain,
  type HeapSample,
  keepings,
  type MemoryResult,
  watchMemory,
} from "../test/support/conversation-memory.js";
import { runBareGraph } from "./bare-graph.js";
import { BenchModel } from "./models.js";

const conversations = Number(process.argv[2] ?? 200);
const every = conversations / 10;
const turns = 50;
const mostGrowth = 0.1;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2).padStart(8)} MB`;
const percent = (share: number) => `${share < 0 ? "-" : "+"}${(Math.abs(share) * 100).toFixed(1)} %`;
const createModel = () => new BenchModel();

function printer(name: string) {
  let first: HeapSample | undefined;
  return (sample: HeapSample) => {
    first ??= sample;
    const { heap, external } = sample;
    const line = `${megabytes(heap)} heap  ${megabytes(external)} outside`;
    const change = sample === first ? "" : `  ${percent(heap / first.heap - 1)}`;
    console.error(`${name.padEnd(20)} ${String(sample.conversations).padStart(4)}  ${line}${change}`);
  };
}

function faultsOf(name: string, { growth, survivors, left, abortListeners }: MemoryResult) {
  const faults: string[] = [];
  if (!(growth <= mostGrowth)) faults.push(`the heap grew by ${percent(growth)}`);
  for (const [kind, count] of Object.entries(survivors)) if (count > 0) faults.push(`${count} ${kind} are in memory`);
  for (const [kind, count] of Object.entries(left)) faults.push(`${count} × ${kind} left`);
  if (abortListeners > 0) faults.push(`${abortListeners} listeners left on the caller's signal`);
  return faults.map((fault) => `${name}: ${fault}`);
}

const results: Record<string, MemoryResult> = {};
const plain = { conversations, every, measured: printer("LangGraph alone") };
const bare = await watchMemory(plain, (_number, signal) => runBareGraph(createModel(), 3, turns, { signal }));
const faults: string[] = [];
for (const keeping of keepings) {
  const name = `kept ${keeping}`;
  const many = keeping === "in SQLite" ? conversations * 0.3 : conversations;
  const plan = { conversations: many, turns, every: Math.min(every, many / 3), createModel, measured: printer(name) };
  const result = await converseAgainAndAgain(keeping, plan);
  results[name] = result;
  faults.push(...faultsOf(name, result));
}
for (const [name, { growth, abortListeners }] of Object.entries({ "LangGraph alone": bare, ...results }))
  console.error(`${name}: heap ${percent(growth)}, ${abortListeners} listeners left on the caller's signal`);
for (const fault of faults) console.error(`FAULT ${fault}`);
console.error(faults.length === 0 ? "nothing is left behind" : "SOMETHING IS LEFT BEHIND");
console.log(JSON.stringify({ conversations, turns, bare, ...results, faults }));
process.exitCode = faults.length === 0 ? 0 : 1;
