/** What a supervisor adds to tasks in Chinese. */
import type { PlanTexts } from "./phrases.js";

export const planChinese: PlanTexts = {
  suffixes: ["，先看{names}的结果。", "，接着{names}的往下做。", "，拿{names}的结果当底子。", "，跟{names}的对一对。"],
  short: ["去摸一摸{point}的底。", "说说{point}。", "查{point}。"],
  tiny: ["查一查。", "看一看。"],
};
