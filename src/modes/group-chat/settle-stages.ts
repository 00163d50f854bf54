/** Names for the stages that were given none: after their tasks, told apart by number. */
import type { Language } from "../../language.js";
import { locales } from "../../locales/registry.js";
import type { Stage } from "../../state/stage.js";

export function settleStages<Given extends Stage>(stages: readonly Given[], language: Language): Given[] {
  const taken = new Set(stages.map(({ name }) => name));
  const words = locales[language].transcript.stages;
  return stages.map((stage) => {
    if (stage.name !== "") return stage;
    const plain = words[stage.task];
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} ${number}`;
    taken.add(name);
    return { ...stage, name };
  });
}
