/** `npm run generate`: writes the parts of the documentation that come from code. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generate } from "./generate.js";
import { root } from "./markdown.js";

for (const [path, text] of await generate()) {
  await mkdir(dirname(`${root}${path}`), { recursive: true });
  await writeFile(`${root}${path}`, text);
}
