/**
 * `npm run build:gallery` builds the page first, and then runs this program, which writes the gallery's recordings into
 * the files of the documentation site.
 */
import { join } from "node:path";
import { readPageParts } from "../../../src/apps/page-parts.js";
import { root } from "../markdown.js";
import { writeRecordingPages } from "./recording-pages.js";

const parts = readPageParts();
if (!parts) throw new Error("Build the page first: npm run build:stage");
writeRecordingPages(join(root, "docs/public/recordings"), parts);
