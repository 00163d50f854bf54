/**
 * Bundles the benchmark, so that it measures bundled code, as the package ships it. Writes to `dist`, because the
 * bundled `start-up.ts` looks for the package's built entries in the folder of the bundle.
 */
import type { RolldownOptions } from "rolldown";
import { bundledTexts } from "../deploy/bundled-texts.js";

export default {
  input: { bench: "bench/main.ts", "streaming-endpoint": "bench/streaming-endpoint.ts" },
  platform: "node",
  external: /^[^./#]/,
  plugins: [bundledTexts],
  output: { dir: "dist" },
} satisfies RolldownOptions;
