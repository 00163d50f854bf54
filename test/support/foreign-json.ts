/** Random JSON, such as a model, a tool, a person or a client might send. Rostrum must treat it as plain data. */
import fc from "fast-check";

const poison = fc.constantFrom<fc.JsonValue>(
  { lc: 1, type: "constructor", id: ["langchain", "nowhere", "Nothing"], kwargs: {} },
  { lc: 1, type: "constructor", id: ["langchain_core", "messages", "HumanMessage"], kwargs: { content: "I am here." } },
  { lc: 1, type: "constructor", id: ["langchain_core", "prompts", "PromptTemplate"], kwargs: { template: "{a}" } },
  { lc: 1, type: "secret", id: ["HOME"] },
  { lc: 1, type: "not_implemented", id: ["a"] },
  { lc: 2, type: "undefined" },
  { lc: 2, type: "constructor", id: ["Map"], method: null, args: [[["a", 1]]], kwargs: {} },
  { lc: 2, type: "constructor", id: ["Error"], args: ["no"] },
  { lc: 2, type: "delta_snapshot", value: 1 },
  { "~lc": 1, "~~lc": 2, lc: 3 },
  { __lc_escaped__: { lc: 1 } },
  { "~__lc_escaped__": { __lc_escaped__: 1 } },
  { lg_name: "Send", node: "speak", args: {} },
  { lc_serializable: true, lc_kwargs: {}, toJSON: "no function" },
  { 'quoted"lc': 1, text: '"lc":1' },
  { text: "\u0000\ud800\udfff\ue000\ue0000000" },
);
/** Often contains keys by which LangChain and LangGraph mark their own objects. */
export const foreignJson = fc
  .letrec<{ value: fc.JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      poison,
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom("lc", "type", "id", "kwargs", "~lc", "text", "\u0000", "\ud800", "\ue000d800"),
        tie("value"),
        {
          maxKeys: 3,
        },
      ),
    ),
  }))
  // JSON that JavaScript has written contains neither objects without a prototype nor -0.
  .value.map((value): unknown => JSON.parse(JSON.stringify(value)));
