/** Three reviewers judge a diff at the same time, and a maintainer decides. Argument: the path of a diff (optional). */
import { readFileSync } from "node:fs";
import { createGroupChat } from "rostrum";

const example = `
-  const total = items.reduce((sum, { price }) => sum + price);
+  let total = 0;
+  for (const { price, amount } of items) total += price * amount;
+  eval(items.map(({ hook }) => hook).join(";"));`;

const [path] = process.argv.slice(2);
const diff = path ? readFileSync(path, "utf8") : example;

const graph = createGroupChat().compile();
const { messages, finalDecision, judgements } = await graph.invoke({
  topic: `Should this change be merged?\n${diff}`,
  participants: [
    { name: "Tomasz", role: "author of the change" },
    { name: "Ngozi", role: "security reviewer", description: "Looks for input that becomes code, paths or queries." },
    { name: "Eero", role: "test reviewer", description: "Asks which test would fail without this change." },
    { name: "Pilar", role: "API reviewer", description: "Asks what breaks for those who call this code today." },
    { name: "Kamala", role: "maintainer" },
  ],
  stages: [
    { task: "present", speakers: ["Tomasz"] },
    // With `together`, all reviewers speak at once, so nobody knows what the others say in the same round.
    { name: "review", task: "discuss", speakers: ["Ngozi", "Eero", "Pilar"], order: "together", maxRounds: 2 },
    { task: "decide", speakers: ["Kamala"] },
  ],
  seed: 21,
});

for (const { name, text } of messages.slice(1)) console.log(`${name}: ${text}\n`);
for (const { round, open } of judgements) console.log(`Open after round ${round}: ${open.join("; ") || "nothing"}`);
console.log(finalDecision); // { decision, rationale, dissent }
