/** What every rehearsed team must be, over seeds, casts, topics and word limits, in both languages. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Language } from "../../src/language.js";
import { rehearse } from "../../src/models/rehearsal/answer.js";
import { addressOf } from "../../src/models/rehearsal/spoken.js";
import { supervisionTextsOf } from "../../src/models/rehearsal/supervision/texts.js";
import type { ExecuteRequest } from "../../src/models/request.js";
import { readPlan } from "../../src/modes/supervisor/plan.js";
import { basisOf, lostTasks, readyTasks } from "../../src/modes/supervisor/progress.js";
import type { Line } from "../../src/state/message.js";
import type { Participant } from "../../src/state/participant.js";
import type { PlannedTask, TaskResult } from "../../src/state/task.js";
import { countWords } from "../../src/text/word-count.js";
import { oddities } from "../support/oddities.js";
import { participant } from "../support/participant.js";

interface Setting {
  readonly language: Language;
  readonly topic: string;
  readonly cast: readonly Participant[];
}

interface Job extends Setting {
  readonly seed: number;
  readonly wordLimit: number;
  readonly mostTasks?: number;
  /** Tasks whose calls fail. */
  readonly failing?: readonly number[];
}

interface Team extends Job {
  readonly tasks: readonly PlannedTask[];
  readonly results: readonly TaskResult[];
  readonly sumUp: string;
}

const castOf = (...people: string[]): Participant[] =>
  people.map((person) => participant(...(person.split("|") as [string, string?, string?])));

const settings: readonly Setting[] = [
  {
    language: "en",
    topic: "Should our harbour town run night trains again?",
    cast: castOf("Mara Lind|nurse", "Theo|engineer", "Ines|bakery owner"),
  },
  {
    language: "en",
    topic: "What should become of Tarnwick's empty railway station?",
    cast: castOf("Abel|retired judge", "June|student", "Rosa Vane|farmer", "Otto|tailor"),
  },
  { language: "en", topic: "A four-day school week", cast: castOf("Kim|teacher", "Bo|poet") },
  { language: "en", topic: "Should the village keep its ferry?", cast: castOf("Ada Finch") },
  {
    language: "zh",
    topic: "小镇该不该恢复夜班列车？",
    cast: castOf("老周|店主", "陈岚|护士", "小满|大学生"),
  },
  {
    language: "zh",
    topic: "头一届豆腐节该怎么办？",
    cast: castOf("赵一鸣|工程师", "秦姨|家长", "唐棠", "孟川|调度员"),
  },
  { language: "zh", topic: "桂花巷的修鞋铺为什么留不住年轻人", cast: castOf("阿岩|记者", "林老师|教师") },
  { language: "zh", topic: "火锅店要不要通宵营业", cast: castOf("顾问渔|诗人") },
];
const largeCast = { en: "ABCDEFGHIJ", zh: "甲乙丙丁戊己庚辛壬癸" } as const;

const reasons = { en: "the call timed out", zh: "等了太久没有回音" } as const;
const names = { en: "Philippa Thorne", zh: "祁镇长" } as const;

function sceneOf({ language, topic, cast, wordLimit, seed }: Job, turn: number, lines: readonly Line[]) {
  const self = participant(names[language]);
  const conversation = { lines: [...lines], omitted: 0 };
  return { language, topic, cast, wordLimit, seed, turn, conversation, self, leader: self };
}

function planOf(job: Job): PlannedTask[] {
  const { cast, mostTasks = 6 } = job;
  const answer = rehearse({ ...sceneOf(job, 1, []), purpose: "plan", mostTasks });
  const tasks = readPlan(
    answer,
    cast.map(({ name }) => name),
    Number.POSITIVE_INFINITY,
  );
  if (tasks === null) throw new Error(`no plan: ${answer}`);
  return tasks;
}

/** Plan, work, summary, as the mode goes about it. */
function work(job: Job): Team {
  const { language, cast, failing = [] } = job;
  const tasks = planOf(job);
  const lines: Line[] = [];
  let results: TaskResult[] = [];
  let turn = 1;
  const progress = () => ({ tasks, results, turn, turnAtStart: 0 });
  for (let ready = readyTasks(progress()); ready.length > 0; ready = readyTasks(progress())) {
    const round = ready.map((task, index): TaskResult => {
      const at = turn + 1 + index;
      if (failing.includes(task.number))
        return { ...task, turn: at, outcome: "failed", text: "", reason: reasons[language] };
      const self = cast.find(({ name }) => name === task.worker) as Participant;
      const basis = basisOf(task, results);
      const scene = sceneOf(job, at, lines);
      const text = rehearse({ ...scene, purpose: "execute", self, task: task.task, basis });
      return { ...task, turn: at, outcome: "done", text, reason: "" };
    });
    turn += round.length;
    lines.push(...round.filter(({ text }) => text).map(({ worker, text }) => ({ speaker: worker, text })));
    results = [...results, ...round];
    results = [...results, ...lostTasks(progress())];
  }
  results.sort((one, other) => one.number - other.number);
  return { ...job, tasks, results, sumUp: rehearse({ ...sceneOf(job, turn + 1, lines), purpose: "sum-up", results }) };
}

const seeds = [1, 7, 42];
const roomy = { en: 100, zh: 150 } as const;
const teams = settings.flatMap((setting) =>
  seeds.map((seed) => work({ ...setting, seed, wordLimit: roomy[setting.language] })),
);
const unlucky = settings.flatMap((setting) =>
  [1, 2, 3].map((number) => work({ ...setting, seed: number, wordLimit: roomy[setting.language], failing: [number] })),
);
const done = ({ results }: Team) => results.filter(({ outcome }) => outcome === "done");
const saidBy = (team: Team) => [
  ...team.tasks.map(({ task }) => task),
  ...done(team).map(({ text }) => text),
  team.sumUp,
];
const findingsOf = (language: Language) => {
  const { errands, drafts } = supervisionTextsOf[language];
  return [...Object.values(errands), ...Object.values(drafts)].flatMap(({ findings }) => findings);
};
const called = (name: string, { cast, language }: Setting) =>
  addressOf(name, { cast, language, leader: participant(names[language]) });

const setting = fc.constantFrom(...settings);
const seed = fc.integer({ min: 0, max: 9999 });
const limit = fc.integer({ min: 5, max: 200 });

describe("a rehearsed plan", () => {
  it("has three to six tasks, or as many as there may be, each for somebody of the team and after earlier ones", () => {
    fc.assert(
      fc.property(
        setting,
        seed,
        limit,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 10 }),
        (base, at, wordLimit, mostTasks, size) => {
          const many = castOf(...largeCast[base.language]).slice(0, size);
          for (const cast of [base.cast, many]) {
            const tasks = planOf({ ...base, cast, seed: at, wordLimit, mostTasks });
            expect(tasks.length).toBeLessThanOrEqual(Math.min(6, mostTasks));
            expect(tasks.length).toBeGreaterThanOrEqual(Math.min(3, mostTasks));
            expect(new Set(tasks.map(({ worker }) => worker)).size).toBe(Math.min(cast.length, tasks.length));
            for (const { task, number, after } of tasks) {
              expect(after.every((one) => one < number)).toBe(true);
              expect(countWords(task, base.language)).toBeGreaterThan(0);
              expect(countWords(task, base.language)).toBeLessThanOrEqual(wordLimit);
            }
            const independent = tasks.filter(({ after }) => after.length === 0);
            expect(independent.length).toBeGreaterThanOrEqual(Math.min(2, tasks.length));
          }
        },
      ),
    );
  });

  it("gives no task twice, and lets the last one build on others", () => {
    for (const { tasks, cast } of teams) {
      expect(new Set(tasks.map(({ task }) => task)).size).toBe(tasks.length);
      const last = tasks.at(-1) as PlannedTask;
      expect(last.after.length).toBeGreaterThan(0);
      const isOthers = last.after.every((number) => tasks[number - 1]?.worker !== last.worker);
      expect(cast.length === 1 || isOthers).toBe(true);
    }
  });
});

describe("a rehearsed report", () => {
  it("takes up by name, and with what they found, those whose work it builds on", () => {
    let built = 0;
    for (const team of teams)
      for (const result of done(team)) {
        const basis = basisOf(result, team.results).filter(({ worker }) => worker !== result.worker);
        for (const { worker } of basis) expect(result.text).toContain(called(worker, team));
        if (basis.length === 0) continue;
        built += 1;
        const passedOn = findingsOf(team.language).filter(({ gist }) => result.text.includes(gist));
        const found = basis.map(({ text }) => text).join("\n");
        expect(passedOn.filter(({ finding }) => found.includes(finding)).length).toBeGreaterThan(0);
      }
    expect(built).toBeGreaterThan(15);
  });

  it("is never like another one", () => {
    for (const team of teams) {
      const texts = done(team).map(({ text }) => text);
      expect(
        findingsOf(team.language).filter(({ finding }) => texts.filter((text) => text.includes(finding)).length > 1),
      ).toEqual([]);
      const sentences = texts.map((text): readonly string[] => text.match(/[^.!?。！？]+[.!?。！？]/gu) ?? []);
      // Those who work at the same time hear nothing of each other, so one turn of phrase may come twice.
      for (const [index, own] of sentences.entries())
        for (const other of sentences.slice(index + 1))
          expect(own.filter((sentence) => other.includes(sentence)).length).toBeLessThanOrEqual(1);
    }
  });

  it("says the task in its own words where it knows it, and quotes it where it does not", () => {
    const scene = sceneOf({ ...(settings[0] as Setting), seed: 3, wordLimit: 80 }, 2, []);
    const self = scene.cast[0] as Participant;
    const text = rehearse({ ...scene, purpose: "execute", self, task: "Count the lamps on the quay.", basis: [] });
    expect(text).toContain("“Count the lamps on the quay”");
  });

  it("builds on what other models found, too", () => {
    const scene = sceneOf({ ...(settings[0] as Setting), seed: 3, wordLimit: 80 }, 2, []);
    const self = scene.cast[0] as Participant;
    const found = "The quay has eleven lamps in all. Four of them work at night.";
    const task = { number: 1, worker: "Theo", task: "Count the lamps.", after: [], turn: 1 };
    const basis: TaskResult[] = [{ ...task, outcome: "done", text: found, reason: "" }];
    const text = rehearse({ ...scene, purpose: "execute", self, task: "Draw up a plan.", basis });
    expect(text).toMatch(/Theo.*“(?:The quay has eleven lamps in all|Four of them work at night)”|“.*”.*Theo/u);
  });
});

describe("a rehearsed summary", () => {
  it("names everybody who did something", () => {
    for (const team of teams) for (const { worker } of done(team)) expect(team.sumUp).toContain(called(worker, team));
  });

  it("names whose tasks were not done, why, and what is missing without them", () => {
    for (const team of unlucky) {
      const undone = team.results.filter(({ outcome }) => outcome !== "done");
      expect(undone.length).toBeGreaterThan(0);
      for (const { worker } of undone) expect(team.sumUp).toContain(called(worker, team));
      expect(team.sumUp).toContain(reasons[team.language]);
    }
  });

  it("names them as long as there are 25 words for each", () => {
    const share = fc.integer({ min: 25, max: 40 });
    fc.assert(
      fc.property(
        setting,
        seed,
        share,
        fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }),
        (base, at, each, failing) => {
          const tasks = planOf({ ...base, seed: at, wordLimit: 100 });
          const undone = tasks.filter(
            ({ number, after }) => failing.includes(number) || after.some((one) => failing.includes(one)),
          );
          const team = work({ ...base, seed: at, wordLimit: 100, failing });
          const wordLimit = each * Math.max(1, undone.length);
          const sumUp = rehearse({
            ...sceneOf({ ...team, wordLimit }, 9, []),
            purpose: "sum-up",
            results: team.results,
          });
          for (const { worker, outcome } of team.results)
            if (outcome !== "done") expect(sumUp).toContain(called(worker, team));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("says so when nothing was done", () => {
    for (const base of settings) {
      const team = work({ ...base, seed: 5, wordLimit: roomy[base.language], failing: [1, 2, 3, 4, 5, 6] });
      expect(done(team)).toEqual([]);
      for (const { worker } of team.results) expect(team.sumUp).toContain(called(worker, team));
    }
  });
});

describe("whatever a rehearsed team says", () => {
  it("stays in its language, and holds no colon", () => {
    for (const team of [...teams, ...unlucky])
      for (const text of saidBy(team)) {
        expect(text).toMatch(team.language === "zh" ? /\p{Script=Han}/u : /[a-z]/u);
        expect(text).not.toMatch(team.language === "zh" ? /[A-Za-z]/u : /\p{Script=Han}/u);
        expect(text).not.toMatch(team.language === "zh" ? /[:：,.?!]/u : /[:：，。？！]/u);
        expect(text).not.toMatch(/\{|\}|undefined|\.\.|。。|，，| {2}/u);
      }
  });

  it("keeps every limit, is never empty, and is the same for the same request", () => {
    fc.assert(
      fc.property(setting, seed, limit, fc.subarray([1, 2, 3]), (base, at, wordLimit, failing) => {
        const job = { ...base, seed: at, wordLimit, failing };
        const team = work(job);
        for (const text of saidBy(team)) {
          expect(countWords(text, base.language)).toBeLessThanOrEqual(wordLimit);
          expect(countWords(text, base.language)).toBeGreaterThan(0);
        }
        expect(work(job)).toEqual(team);
      }),
      { numRuns: 50 },
    );
  });

  it("survives whatever names, topics, tasks and results hold", () => {
    const odd = fc.oneof(fc.constantFrom(...oddities), fc.string());
    fc.assert(
      fc.property(setting, seed, limit, fc.array(odd, { minLength: 6, maxLength: 6 }), (base, at, wordLimit, odds) => {
        const [topic = "", name = "", role, task = "", text = "", reason = ""] = odds;
        const cast = [participant(name, role, text), ...base.cast];
        const job = { ...base, topic, cast, seed: at, wordLimit };
        const self = cast[0] as Participant;
        const known = { number: 1, worker: name, task, after: [], turn: 1 };
        const results: TaskResult[] = [
          { ...known, outcome: "done", text, reason: "" },
          { ...known, number: 2, outcome: "failed", text: "", reason },
          { ...known, number: 3, after: [2], outcome: "skipped", text: "", reason: "#2" },
        ];
        const scene = sceneOf(job, 2, [{ speaker: name, text }]);
        const asked: ExecuteRequest = { ...scene, purpose: "execute", self, task, basis: results };
        const said = [rehearse(asked), rehearse({ ...scene, purpose: "sum-up", results })];
        for (const answer of [...said, ...planOf(job).map((one) => one.task)]) {
          expect(countWords(answer, base.language)).toBeLessThanOrEqual(wordLimit);
          expect(countWords(answer, base.language)).toBeGreaterThan(0);
          expect(answer).not.toMatch(/[:：]/u);
        }
      }),
    );
  });
});
