import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ChatOpenAI } from "@langchain/openai";
import type { EndpointNews } from "./streaming-endpoint.js";

export type EndedCall = Extract<EndpointNews, { type: "ended" }>;

/**
 * `modelOf` takes a model name in the form that `streaming-endpoint.ts` describes. Each call is appended to `ended`
 * when it ends.
 */
export async function withEndpoint<Result>(
  use: (modelOf: (name: string) => ChatOpenAI, ended: readonly EndedCall[]) => Promise<Result>,
): Promise<Result> {
  const endpoint = fork(fileURLToPath(new URL("./streaming-endpoint.js", import.meta.url)), {
    execArgv: process.execArgv,
  });
  const ended: EndedCall[] = [];
  endpoint.on("message", (news: EndpointNews) => void (news.type === "ended" && ended.push(news)));
  const [first] = (await once(endpoint, "message")) as [EndpointNews];
  if (first.type !== "listening") throw new Error("the endpoint did not start");
  const baseURL = `http://127.0.0.1:${first.port}/v1`;
  const modelOf = (model: string) => new ChatOpenAI({ model, apiKey: "none", configuration: { baseURL } });
  try {
    return await use(modelOf, ended);
  } finally {
    endpoint.disconnect();
    await once(endpoint, "exit");
  }
}
