/** Random scenarios, as YAML texts. The same number always gives the same scenario. */
import { draw, pick } from "../../src/base/chance.js";
import { rules, rulesWithoutBids } from "../../src/core/selection/registry.js";
import { type Language, languages } from "../../src/words/registry.js";
import { allModes, type Mode } from "./any-mode.js";

interface Material {
  readonly names: readonly string[];
  readonly roles: readonly string[];
  readonly topics: readonly string[];
}

const english: Material = {
  names: ["Ada", "Bo", "Chen", "Dov Ben-Ari", "Zoë", "Flip"],
  roles: ["ferry pilot", "town treasurer", "teacher", "bridge engineer", "", "fisher"],
  topics: [
    "Should the ferry be free?",
    "Shall we build the bridge?",
    "Is the tide table wrong?",
    "A night at the lighthouse",
    "What should the school teach about “fog”?",
  ],
};

/** Languages without an entry use the English material. */
const materials: Readonly<Partial<Record<Language, Material>>> = {
  zh: {
    names: ["小鹿", "老陈", "阿宁", "周航", "Bo", "林老师"],
    roles: ["渡轮船长", "镇上的会计", "老师", "桥梁工程师", "", "渔民"],
    topics: ["渡轮应该免费吗？", "我们要不要修桥？", "潮汐表是不是错了？", "灯塔里的一夜"],
  },
};

/** `what` names a choice, so that all choices are independent of each other. */
function choices(number: number) {
  const chance = (what: string) => draw({ seed: number, turn: 0, purpose: "rule", salt: what });
  return {
    one: <Item>(items: readonly Item[], what: string): Item => pick(items, chance(what)),
    between: (least: number, most: number, what: string) => least + Math.floor(chance(what) * (most - least + 1)),
    oneIn: (count: number, what: string) => chance(what) < 1 / count,
  };
}

type Choices = ReturnType<typeof choices>;

function castFrom({ names, roles }: Material, { one, between, oneIn }: Choices) {
  const first = between(0, names.length - 1, "first");
  const rotated = [...names.slice(first), ...names.slice(0, first)];
  const cast = rotated.slice(0, between(2, 5, "cast"));
  const speaker = one(cast, "human");
  const draft = one(cast, "approve");
  return cast.map((name) => ({
    name,
    role: one(roles, `role ${name}`),
    human: name === speaker && oneIn(4, "has human"),
    approve: name === draft && name !== speaker && oneIn(5, "has draft"),
  }));
}

function settingsOf(mode: Mode, { one, between, oneIn }: Choices): object {
  switch (mode) {
    case "bidding": {
      const bidding = {
        criterion: one(["contradiction", "urge", "who knows most about boats"], "criterion"),
        scale: { min: between(0, 1, "lowest"), max: between(5, 12, "highest") },
        by: one(["participants", "panel"], "by"),
        reason: oneIn(3, "reason"),
      };
      const selection = { rule: one(rules, "rule").name, repeat: one(["allow", "forbid"], "repeat") };
      return { bidding, selection, ...(oneIn(3, "silence") && { stopping: { silence: { threshold: 2, turns: 2 } } }) };
    }
    case "director":
      return {
        director: {
          probability: between(0, 4, "probability") / 10,
          calls: one(["three", "one"], "calls"),
          repeat: one(["allow", "forbid"], "repeat"),
        },
      };
    case "round-robin":
      return { selection: { rule: one(rulesWithoutBids, "rule").name } };
    default:
      return {};
  }
}

export function randomScenario(number: number): string {
  const chosen = choices(number);
  const { one, between, oneIn } = chosen;
  const mode = allModes[number % allModes.length] ?? "";
  const language = languages[Math.floor(number / allModes.length) % languages.length] ?? "en";
  const material = materials[language] ?? english;
  const common = {
    topic: one(material.topics, "topic"),
    participants: castFrom(material, chosen),
    wordLimit: between(10, 120, "words"),
    prepare: oneIn(4, "prepare"),
    seed: between(0, 2 ** 32 - 1, "seed"),
    maxTurns: between(2, 7, "turns"),
  };
  // YAML parsers read JSON too.
  return JSON.stringify({ mode, language, ...common, ...settingsOf(mode, chosen) }, null, 2);
}
