import { readFileSync } from "node:fs";
import { join } from "node:path";
import { llmsIndex } from "../../../docs/generate/site.js";
import { root } from "../../package/pack.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** In the package, only the description and the targets of the links differ. */
export const llms = llmsIndex(read("docs/README.md"), "", "", read("docs/at-a-glance.md"));
