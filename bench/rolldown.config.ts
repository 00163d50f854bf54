/**
 * Bundles the benchmark into `dist`, where the library finds its project templates, so that it measures bundled code,
 * as the package ships it.
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
