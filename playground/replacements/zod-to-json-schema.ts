/** LangChain converts zod 3 schemas with this function. The playground has only zod 4 schemas. */
export function zodToJsonSchema(): never {
  throw new Error("The playground does not convert schemas of version 3 of zod");
}
