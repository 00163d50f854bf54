/**
 * Bundles the benchmark into `dist`, where the library finds its data files. The benchmark thus measures bundled code,
 * as the package ships it.
 */
import type { RolldownOptions } from "rolldown";

export default {
  input: { bench: "bench/main.ts", "streaming-endpoint": "bench/streaming-endpoint.ts" },
  platform: "node",
  external: /^[^./]/,
  output: { dir: "dist" },
} satisfies RolldownOptions;
