import { readFileSync } from "node:fs";
import { join } from "node:path";
import { llmsIndex } from "../../../docs/generate/site.js";
import { root } from "../../package/pack.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The package's `llms.txt` differs from this text only in its description and in the targets of its links. */
export const llms = llmsIndex(read("docs/README.md"), "", "", read("docs/at-a-glance.md"));
