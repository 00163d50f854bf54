import { expect, it } from "@jest/globals";
import { reasonIn } from "../../stage/net/request.js";

it.each([
  ["the reason in the answer", '{"message":"no such thread"}', { status: 404 }, "no such thread"],
  ["the status of an answer that is not JSON", "<html>", { status: 502, statusText: "Bad Gateway" }, "Bad Gateway"],
  ["the number of a status without a text", "", { status: 502 }, "502"],
])("the reason for a failed request is %s", async (_what, body, status, expected) => {
  expect(await reasonIn(new Response(body, status))).toBe(expected);
});
