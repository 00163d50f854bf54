/**
 * `npm run cluster`: runs PostgreSQL, two workers and the page on this machine until Ctrl-C. Takes the same options as
 * `rostrum ui`, such as `--port`.
 *
 * On Ctrl-C, a terminal interrupts all processes in the foreground group. The cluster runs in a separate group, so that
 * it can stop the database last. If this process is killed, its connection to the cluster closes, and the cluster
 * stops, too.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const processes = fileURLToPath(new URL("./cluster-processes.ts", import.meta.url));
const cluster = fork(processes, process.argv.slice(2), { detached: true });
const stop = () => cluster.connected && cluster.disconnect();
process.on("SIGINT", stop).on("SIGTERM", stop);
const [status] = await once(cluster, "exit");
process.exitCode = status ?? 1;
