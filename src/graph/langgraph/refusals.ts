/** Keeps the field in which OpenAI's chat completions say that the model refuses to answer. LangChain drops it. */

export type OpenAI = typeof import("@langchain/openai");

type Chunk = Parameters<OpenAI["convertCompletionsDeltaToBaseMessageChunk"]>[0];

/** If a later version of LangChain does not call the overridden method, refusals count as empty answers again. */
export const keepingRefusals = ({ ChatOpenAICompletions }: OpenAI) =>
  class extends ChatOpenAICompletions {
    protected override _convertCompletionsDeltaToBaseMessageChunk(
      delta: Chunk["delta"],
      response: Chunk["rawResponse"],
      role?: Chunk["defaultRole"],
    ) {
      const chunk = super._convertCompletionsDeltaToBaseMessageChunk(delta, response, role);
      if (delta["refusal"]) chunk.additional_kwargs["refusal"] = delta["refusal"];
      return chunk;
    }
  };
