/** The debate that an untouched form runs, so that the first click or command already shows something. */
import type { Language } from "../domain/language.js";

/** A topic and a cast to start from. */
export interface Example {
  readonly topic: string;
  readonly participants: readonly { readonly name: string; readonly role: string; readonly description: string }[];
}

/** The debate in each language. */
export const examples: Readonly<Record<Language, Example>> = {
  en: {
    topic: "Should our harbour town bring back the night train?",
    participants: [
      {
        name: "Mara Lindqvist",
        role: "retired train driver",
        description:
          "Drove the last night train for nineteen years and supports bringing it back. Dry, exact, fond of timetables, impatient with people who never missed a connection.",
      },
      {
        name: "Tobias Oyelaran",
        role: "hotel owner",
        description:
          "Runs the twelve rooms above the quay and opposes the night train: guests who sleep on rails do not sleep in beds. Charming, quick with a sum on a napkin.",
      },
      {
        name: "Ines Kowalczyk",
        role: "nurse on the night shift",
        description:
          "Comes home when others get up. Not yet convinced either way; asks who is awake at three in the morning and who pays for it.",
      },
    ],
  },
  zh: {
    topic: "我们的海港小镇该不该恢复夜班列车？",
    participants: [
      {
        name: "林晚舟",
        role: "退休火车司机",
        description: "开了十九年末班夜车，支持恢复夜班列车。说话干脆，熟记每一张时刻表，最受不了从没误过车的人谈误车。",
      },
      {
        name: "欧阳启明",
        role: "旅馆老板",
        description:
          "经营码头上的十二间客房，反对恢复夜车：睡在车上的客人就不会睡在床上。风趣，喜欢随手在餐巾纸上算账。",
      },
      {
        name: "叶知秋",
        role: "夜班护士",
        description: "别人起床时她才下班。还没有被任何一方说服，总要问凌晨三点醒着的是谁、这笔钱由谁来出。",
      },
    ],
  },
};

/**
 * What an untouched form runs in the language that was chosen. The form itself can only show one language's example; who
 * changes the language and nothing else wants the other one.
 */
export function exampleFor(
  language: Language,
  given: { readonly topic: string; readonly participants: readonly { readonly name: string }[] },
): Example | undefined {
  const isUntouched =
    given.topic === examples.en.topic &&
    given.participants.length === examples.en.participants.length &&
    given.participants.every(({ name }, seat) => name === examples.en.participants[seat]?.name);
  return isUntouched && language !== "en" ? examples[language] : undefined;
}
