/**
 * Compiles the benchmark into `dist`, beside the library's data files, so it measures the code as the package ships it.
 */
import type { RolldownOptions } from "rolldown";

export default {
  input: { bench: "bench/main.ts", "streaming-endpoint": "bench/streaming-endpoint.ts" },
  platform: "node",
  external: /^[^./]/,
  output: { dir: "dist" },
} satisfies RolldownOptions;
