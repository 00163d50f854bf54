/** Writes the JSON Schema of scenario files. `npm run generate` runs this script. */
import { writeFile } from "node:fs/promises";
import { scenarioJsonSchema } from "../src/talk/scenario/json-schema.js";

const file = new URL("../scenarios/scenario.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(scenarioJsonSchema(), null, 1)}\n`);
