/** What a speaker is told of its tools in Chinese. */
import type { PromptCatalog } from "../prompts.js";

export const toolsChinese: Pick<PromptCatalog, "toolProblem"> = {
  toolProblem(problem) {
    switch (problem.kind) {
      case "failed":
        return `${problem.tool} 失败：${problem.reason}`;
      case "unknown-tool":
        return `没有叫“${problem.tool}”的工具。可用的有：${problem.tools.join("、")}。`;
      case "malformed":
        return `${problem.tool} 的参数无法识别：必须是一个 JSON 对象。`;
      case "over-limit":
        return "调用次数已经用完，这一次没有执行。请根据已知的情况直接发言。";
    }
  },
};
