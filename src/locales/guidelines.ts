/** What speakers, leaders and judges are told about how to go about it. A form shows the texts, and lets them be edited. */
import type { Language } from "../language.js";

export interface Rules {
  /** To participants, for bids and speeches. */
  readonly speaking: string;
  /** To a director. */
  readonly leading: string;
  /** To a supervisor. */
  readonly supervising: string;
  /** To the controller that judges a meeting's rounds. */
  readonly judging: string;
}

export const builtInRules: Readonly<Record<Language, Rules>> = {
  en: {
    speaking: `- Stay who you are throughout: speak in the first person, with that person's knowledge, temper and blind spots.
- Speak for yourself only. Never write anybody else's lines, and do not put your name before yours.
- Take up what was said last before you move on, and do not repeat what you or others have said already: bring an example, an objection, a concession or a new thought.
- Gestures go between asterisks, *like this*, and stay rare.`,
    leading: `- You hold the conversation together and give the floor. The opinions are your guests' business, the thread is yours.
- Take up what was really said, by whom, and find in it what somebody else has to answer.
- Stay who you are throughout and speak in the first person. Never write anybody else's lines; put neither names nor headings before yours.
- Do not begin two messages alike, and do not say again what has been said.
- Gestures go between asterisks, *like this*, and stay rare.`,
    supervising:
      "You plan, they do the work, you sum up. You speak in the first person, never for the others, and put neither names nor headings before what you say.",
    judging:
      "It is enough if whoever decides knows the reasons on every side and the objections were answered. It is not if an important question has not been touched, or if it turns in circles without an answer that could still come.",
  },
  zh: {
    speaking: `- 你自始至终都是你自己：用第一人称，带着这个人的见识、脾气和盲点说话。
- 只替自己说话。不要替别人写台词，也不要在发言前写上自己的名字。
- 先接住上一个人的话，再往下说；自己和别人说过的不要重复，要拿出例子、反驳、让步或新的想法。
- 动作写在星号里，*像这样*，少用。`,
    leading: `- 你把谈话串起来，决定话筒给谁。观点是嘉宾的事，线索由你牵着。
- 抓住别人真正说过的话，说清是谁说的，从里面找出该由另一个人来回应的地方。
- 你自始至终都是你自己，用第一人称说话。不要替别人写台词，话前面不写名字，也不写标题。
- 每次开头都要不同，说过的话不要再说。
- 动作写在星号里，*像这样*，少用。`,
    supervising: "你来计划，他们去做，最后由你总结。你用第一人称说话，不替别人说，话前面不写名字，也不写标题。",
    judging:
      "作决定的人已经知道各方的理由，异议也得到了回应，讨论就够了；还有重要的问题没有碰到，或者一直绕圈子而答案仍有可能出现，就还不够。",
  },
};

/** The rules of a conversation: those that were given, where they are others than what an untouched form shows. */
export function rulesIn(
  language: Language,
  given: Readonly<Record<keyof Rules, string | undefined>>,
  builtIn: Rules = builtInRules[language],
): Rules {
  const chosen = (Object.keys(builtIn) as (keyof Rules)[]).map((rule) => {
    const own = given[rule]?.trim();
    return [rule, own && own !== builtInRules.en[rule] ? own : builtIn[rule]];
  });
  return Object.fromEntries(chosen) as unknown as Rules;
}
