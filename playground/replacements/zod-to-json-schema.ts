/** LangChain converts schemas of zod's version 3 with this function. The playground has only schemas of version 4. */
export function zodToJsonSchema(): never {
  throw new Error("The playground does not convert schemas of version 3 of zod");
}
