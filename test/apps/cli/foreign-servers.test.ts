import { describe, expect, it } from "@jest/globals";
import { startStubServer } from "../../support/stub-server.js";
import { rostrum } from "./captured-io.js";

const id = "0198c7e2-3a4b-7c5d-8e9f-a0b1c2d3e4f5";
const commands = [
  ["run", "round-robin", "--turns", "1"],
  ["show", id],
  ["resume", id],
  ["fork", id, "--turn", "1"],
  ["interject", id, "Hello"],
  ["explain", id],
  ["diff", id, id],
];

async function endsAt(status: number, body: string, words: readonly string[]) {
  const stub = await startStubServer(() => (_request, response) => void response.writeHead(status).end(body));
  const ended = await rostrum([...words, "--url", stub.url]);
  await stub.stop();
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr.replaceAll(stub.url, "URL") };
}

const page = (title: string) => `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>nginx</body></html>`;

describe.each([
  ["an HTML page", page("Welcome")],
  ["an empty object", "{}"],
  ["an empty list", "[]"],
  ["another service's status", '{"status":"ok"}'],
  ["null", "null"],
  ["a string", '"ok"'],
  ["an empty body", ""],
])("a server that answers every request with %s", (_what, body) => {
  it.each(commands)("is rejected by rostrum %s", async (...words) => {
    const stderr = "rostrum: URL is not a LangGraph server\n";
    expect(await endsAt(200, body, words)).toEqual({ status: 1, stdout: "", stderr });
  });
});

it.each(["{}", "null", '[null,1,"x"]'])("rostrum threads rejects an invalid list of threads: %s", async (body) => {
  const stderr = "rostrum: URL is not a LangGraph server\n";
  expect(await endsAt(200, body, ["threads"])).toEqual({ status: 1, stdout: "", stderr });
});

it.each(commands)("rostrum %s reports a proxy's status without the proxy's error page", async (...words) => {
  const stderr = "rostrum: the server at URL responded with status 502\n";
  expect(await endsAt(502, page("502 Bad Gateway"), words)).toEqual({ status: 1, stdout: "", stderr });
});
