/** 人人都发过言就结束的辩论。运行：npm run debate "学校该不该九点上课？" */
import { createBidding, type ModelSpec, type StopCondition } from "rostrum";

export const participants = [
  { name: "柳叶青", role: "花店老板", description: "希望早晨安静一些。" },
  { name: "罗大成", role: "送货司机", description: "希望八点以前路上不堵。" },
  { name: "文思", role: "镇政府文员", description: "还没有拿定主意，先问要花多少钱。" },
];

/** 结束条件是一个函数：返回结束的原因；返回 undefined 则继续。 */
const everybodySpoke: StopCondition = ({ turn, decisions }) =>
  participants.every(({ name }) => decisions.some(({ speaker }) => speaker === name))
    ? { kind: "custom", turn, description: "人人都已发言" }
    : undefined;

/**
 * `model` 是 LangChain 的聊天模型。默认用 ROSTRUM_MODEL 指定的模型；没有指定时，设了 OPENAI_API_KEY 或 OPENAI_BASE_URL
 * 就用 OpenAI 的模型，否则由内置的排演离线作答。
 */
export const createDebate = ({ model }: { model?: ModelSpec } = {}) =>
  createBidding({ model, stopWhen: everybodySpoke }).compile();

if (process.argv[1] === import.meta.filename) {
  const [, , topic = "学校该不该九点上课？"] = process.argv;
  // 每等一次发言，出价加一分，人人都会轮到。
  const input = { topic, participants, language: "zh" as const, selection: { aging: 1 }, maxTurns: 12 };
  for await (const event of await createDebate().stream(input, { streamMode: "custom" })) {
    if (event.type === "speech-end") console.log(`${event.speaker}：${event.text}\n`);
    if (event.type === "stopped") console.log(event.reason);
  }
}
