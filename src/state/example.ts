/** The debate that an untouched form runs, so that the first click or command already shows something. */
import { type Language, languages } from "../language.js";

/** One of an example's cast. */
interface ExampleMember {
  readonly name: string;
  readonly role: string;
  readonly description: string;
}

/** A topic and a cast to start from. */
export interface Example {
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/** The example's cast for a meeting: with one who sums up and one who decides. */
export function meetingCast(language: Language): ExampleMember[] {
  return [...examples[language].participants, ...chairs[language]];
}

const chairs: Readonly<Record<Language, readonly ExampleMember[]>> = {
  en: [
    {
      name: "Bartholomew Quist",
      role: "town clerk",
      description:
        "Takes the minutes in green ink and has no opinion of his own before five o'clock. Hears what was meant as well as what was said, and writes down only the second.",
    },
    {
      name: "Solveig Adeyemi",
      role: "mayor",
      description:
        "Undecided, and has to decide. Wants an answer that she can defend at the fish market on Saturday. Short sentences, long memory.",
    },
  ],
  zh: [
    {
      name: "沈砚秋",
      role: "镇上的文书",
      description: "做会议记录用绿墨水，五点以前没有自己的意见。话里的意思他听得出来，落到纸上的只有原话。",
    },
    {
      name: "顾青禾",
      role: "镇长",
      description: "还没拿定主意，可主意得由她拿。要一个星期六在鱼市上说得出口的结论。话短，记性长。",
    },
  ],
};

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

/** What of an input the example stands for, as far as it matters here. */
export interface Given {
  readonly language: Language;
  readonly topic: string;
  readonly participants: readonly ExampleMember[];
}

/** Whether nobody has set the topic: the form shows the English one, whatever the language. */
export const isExampleTopic = (topic: string): boolean => languages.some((each) => examples[each].topic === topic);

/** The language whose example's cast this is, untouched; undefined where it is the caller's own. */
function castLanguage(participants: Given["participants"]): Language | undefined {
  return languages.find((language) => {
    const known = meetingCast(language);
    const isWhole = [examples[language].participants.length, known.length].includes(participants.length);
    const isSame = (given: ExampleMember, seat: number) =>
      (["name", "role", "description"] as const).every((field) => given[field] === known[seat]?.[field]);
    return isWhole && participants.every(isSame);
  });
}

/**
 * An untouched form in the language that was chosen: the form itself can only show one language's example. A cast that was left as
 * it was takes part in a topic of the caller's by its names and roles alone; its views fit the example's topic only.
 */
export function exampleIn<Input extends Given>({ language, topic, participants }: Input): Partial<Given> {
  const shown = castLanguage(participants);
  if (shown === undefined) return {};
  // Whoever speaks Chinese already goes on doing so.
  const spoken = shown === "en" ? language : shown;
  const local = meetingCast(spoken);
  const isOwnTopic = !isExampleTopic(topic);
  return {
    topic: isOwnTopic ? topic : examples[spoken].topic,
    participants: participants.map((given, seat) => ({
      ...given,
      ...local[seat],
      ...(isOwnTopic ? { description: "" } : {}),
    })),
  };
}
