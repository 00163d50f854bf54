/** Native objects that are collected while no script runs end the process in some versions of Node. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";
import { compiled } from "../support/compiled.js";

it("outlives collections that happen while the process waits for the network", async () => {
  const script = `
    import { connect, createServer } from "node:net";
    import { openLastingDatabase } from ${JSON.stringify(compiled("src/storage/lasting-database.ts"))};
    const read = [];
    for (let round = 0; round < 30; round += 1) {
      const database = openLastingDatabase(":memory:");
      database.pragma("application_id = " + round);
      database.exec("CREATE TABLE numbers (value INTEGER)");
      const insert = database.transaction((value) => database.prepare("INSERT INTO numbers VALUES (?)").run(value));
      for (let value = 0; value < 20; value += 1) insert(value);
      const { sum } = database.prepare("SELECT sum(value) AS sum FROM numbers").get();
      read.push([database.pragma("application_id", { simple: true }), sum]);
      database.close();
    }
    const server = createServer((socket) => socket.on("data", () => socket.write("pong")));
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const socket = connect(server.address().port, "127.0.0.1");
    for (let round = 0; round < 200; round += 1) {
      const answer = new Promise((received) => socket.once("data", received));
      socket.write("ping");
      await answer;
      Array.from({ length: 20_000 }, (_, value) => ({ value }));
    }
    socket.destroy();
    server.close();
    console.log(JSON.stringify(read));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: 30 }, (_, round) => [round, 190]));
});
