/** Compiles the benchmark into `dist`, where the library's data files are: what is measured then runs as the package does. */
import type { RolldownOptions } from "rolldown";

export default {
  input: { bench: "bench/main.ts", "streaming-endpoint": "bench/streaming-endpoint.ts" },
  platform: "node",
  external: /^[^./]/,
  output: { dir: "dist" },
} satisfies RolldownOptions;
