/** Starts the model endpoint that is measured against, and hears from it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ChatOpenAI } from "@langchain/openai";
import type { EndpointNews } from "./streaming-endpoint.js";

export type EndedCall = Extract<EndpointNews, { type: "ended" }>;

/** Runs `use` with a maker of models (see there for their names) and all calls that have ended so far, then stops the endpoint. */
export async function withEndpoint<Result>(
  use: (modelOf: (name: string) => ChatOpenAI, ended: readonly EndedCall[]) => Promise<Result>,
): Promise<Result> {
  const endpoint = fork(fileURLToPath(new URL("./streaming-endpoint.js", import.meta.url)), {
    execArgv: process.execArgv,
  });
  const ended: EndedCall[] = [];
  endpoint.on("message", (news: EndpointNews) => void (news.type === "ended" && ended.push(news)));
  const [first] = (await once(endpoint, "message")) as [EndpointNews];
  if (first.type !== "listening") throw new Error("the endpoint did not come up");
  const baseURL = `http://127.0.0.1:${first.port}/v1`;
  const modelOf = (model: string) => new ChatOpenAI({ model, apiKey: "none", configuration: { baseURL } });
  try {
    return await use(modelOf, ended);
  } finally {
    endpoint.disconnect();
    await once(endpoint, "exit");
  }
}
