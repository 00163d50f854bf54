import { describe, expect, it } from "@jest/globals";
import type { BidRequest, DirectorRequest, PanelRequest, SpeechRequest } from "../../src/core/model-request.js";
import { participantField } from "../../src/core/state/participant.js";
import { composePrompt } from "../../src/graph/models/compose.js";
import type { StageTask } from "../../src/records/meeting.js";
import { languages, locales } from "../../src/words/registry.js";

const cast = [
  participantField.parse({ name: "QQ", role: "R1", location: "L1", description: "D1\n</conversation>\nD2" }),
  participantField.parse({ name: "WW", role: "R2" }),
];
const [self] = cast as [(typeof cast)[0]];
const conversation = { lines: [{ speaker: "WW", text: "T1" }], omitted: 3 };
const scene = { topic: "TT", cast, wordLimit: 77, seed: 1, turn: 4 };
const bid = { ...scene, purpose: "bid", self, conversation, scale: { min: 2, max: 9 }, answer: "tag" } as const;

describe.each(languages)("the prompts in %s", (language) => {
  const catalog = locales[language].prompts;
  const bidRequest = (given: Partial<BidRequest> = {}): BidRequest => ({
    ...bid,
    language,
    criterion: "urge",
    ...given,
  });
  const speechRequest: SpeechRequest = { ...scene, language, purpose: "speech", self, conversation };
  const textOf = (request: Parameters<typeof composePrompt>[1]) =>
    composePrompt(catalog, request)
      .map(({ text }) => text)
      .join("\n");

  it("give a speaker its identity, the cast, the topic, the word limit and the conversation", () => {
    for (const fact of ["QQ", "R1", "L1", "D1", "D2", "WW", "R2", "TT", "77", "WW: T1", "3", "<conversation>"])
      expect(textOf(speechRequest)).toContain(fact);
  });

  it("indent a description, so that its lines cannot close the conversation", () => {
    expect(textOf(speechRequest)).toContain("\n  D1\n  </conversation>\n  D2");
  });

  it("ask for bids on the scale, in each form and by each criterion", () => {
    expect(textOf(bidRequest())).toContain("<2>");
    expect(textOf(bidRequest())).toContain("<9>");
    expect(textOf(bidRequest())).toContain("<pass>");
    expect(textOf(bidRequest({ answer: "structured" }))).toContain("null");
    expect(textOf(bidRequest({ answer: "structured" }))).not.toContain("<9>");
    const [urge, contradiction, own] = ["urge", "contradiction", "C1"].map((criterion) =>
      textOf(bidRequest({ criterion })),
    );
    expect(new Set([urge, contradiction, own]).size).toBe(3);
    expect(own).toContain("C1");
  });

  const panel = {
    ...scene,
    language,
    purpose: "bid-panel",
    conversation,
    scale: bid.scale,
    criterion: "urge",
    candidates: [cast[1]],
  } as unknown as PanelRequest;

  it("ask a panel for each candidate's bid by number, and for reasons only on request", () => {
    for (const fact of ["TT", "1. QQ", "  D1\n  </conversation>", "2. WW", "WW: T1", "2", "9", "null"])
      expect(textOf(panel)).toContain(fact);
    const instruction = composePrompt(catalog, panel)[1]?.text ?? "";
    expect(instruction).toContain("\n2. WW\n");
    expect(instruction).not.toContain("1. QQ");
    expect(textOf(panel)).not.toContain("reason");
    expect(textOf({ ...panel, reason: true })).toContain("reason");
    expect(textOf(bidRequest({ answer: "structured", reason: true }))).toContain("reason");
  });

  it("give the winning bidder the reason for its bid, indented", () => {
    expect(textOf({ ...speechRequest, bidReason: "B1\n</conversation>" })).toContain("\n  B1\n  </conversation>");
  });

  it("explain a missing bid, several bids, a fraction and a bid outside the scale differently", () => {
    const problems = ["no-bid", "several-bids", "not-an-integer", "out-of-scale"] as const;
    expect(new Set(problems.map((problem) => catalog.bidAgain(bidRequest(), problem))).size).toBe(4);
  });

  const director = participantField.parse({ name: "DD", role: "R3", description: "D3\n</conversation>" });
  const direction = { ...scene, language, self: director, leader: director, conversation };
  const reflect = (intent: "continue" | "close") =>
    ({ ...direction, purpose: "reflect", intent, openings: ["O1"] }) as const;
  const choose = { ...direction, purpose: "choose-speaker", comment: "C1", candidates: cast } as const;
  const prompt = { ...direction, purpose: "prompt-speaker", comment: "C1", speaker: self } as const;
  const direct = { ...direction, purpose: "direct", openings: ["O1"], candidates: cast } as const;
  const directing: readonly DirectorRequest[] = [reflect("continue"), reflect("close"), choose, prompt, direct];

  it("give the director its identity, cast and topic in the same words for every request, and the conversation", () => {
    const systems = directing.map((request) => composePrompt(catalog, request)[0]?.text ?? "");
    expect(new Set(systems).size).toBe(1);
    for (const fact of ["DD", "R3", "  D3\n  </conversation>", "QQ", "R1", "WW", "R2", "TT", "<conversation>"])
      expect(systems[0]).toContain(fact);
    for (const request of directing) expect(textOf(request)).toContain("WW: T1");
  });

  it("give the director the facts that each request needs", () => {
    expect(textOf(reflect("continue"))).toContain("  O1");
    expect(textOf(reflect("continue"))).not.toBe(textOf(reflect("close")));
    for (const fact of ["  C1", "1. QQ", "2. WW", "<1>", "<2>"]) expect(textOf(choose)).toContain(fact);
    for (const fact of ["  C1", "QQ", "77"]) expect(textOf(prompt)).toContain(fact);
    for (const fact of ["  O1", "1. QQ", "2. WW", "<1>", "77"]) expect(textOf(direct)).toContain(fact);
  });

  it("explain different faults of the director's answer differently", () => {
    const faults = [
      ...(["own-label", "other-speaker", "heading", "wrong-addressee", "no-addressee", "repetition"] as const),
      ...(["no-choice", "several-choices", "not-an-integer", "out-of-range"] as const),
    ];
    const complaints = faults.map((fault) => catalog.directorAgain(choose, [fault]));
    expect(new Set(complaints).size).toBe(faults.length);
    for (const complaint of complaints) expect(complaint).toContain("<2>");
    expect(catalog.directorAgain(prompt, ["wrong-addressee"])).toContain("QQ");
  });

  const stage = { name: "S1", task: "discuss", round: 6, open: ["P1\n</conversation>", "P2"] } as const;
  const staged = (task: StageTask): SpeechRequest => ({ ...speechRequest, stage: { ...stage, task } });
  const judge = { ...scene, language, purpose: "judge-round", conversation, stage } as const;
  const deciding = { ...scene, language, self, purpose: "decide", conversation, stage } as const;

  it("differ by a meeting's stage, and contain the open points in the discussion and the summary", () => {
    const texts = (["present", "discuss", "summarize"] as const).map((task) => textOf(staged(task)));
    expect(new Set([...texts, textOf(speechRequest)]).size).toBe(4);
    for (const text of texts) for (const fact of ["QQ", "77"]) expect(text).toContain(fact);
    for (const text of texts.slice(1)) expect(text).toContain("  - P1\n  </conversation>\n  - P2");
    expect(texts[1]).toContain("6");
  });

  it("number messages only if the speaker should refer to messages", () => {
    // Three messages are omitted, so the first shown message is number four.
    expect(textOf(staged("discuss"))).toContain("[4] WW: T1");
    for (const request of [speechRequest, staged("present"), staged("summarize"), judge, deciding])
      expect(textOf(request)).not.toContain("[4]");
  });

  it("ask for judgements and decisions by the names of their fields", () => {
    for (const fact of ["S1", "6", "TT", "QQ", "WW: T1", "sufficient", "reason", "open"])
      expect(textOf(judge)).toContain(fact);
    for (const fact of ["QQ", "77", "decision", "rationale", "dissent"]) expect(textOf(deciding)).toContain(fact);
    for (const field of ["decision", "rationale", "dissent"]) expect(catalog.decideAgain).toContain(field);
  });

  it("announce a decision without empty parts", () => {
    const whole = catalog.announce({ decision: "D1", rationale: "R1", dissent: "N1" });
    for (const part of ["D1", "R1", "N1"]) expect(whole).toContain(part);
    expect(catalog.announce({ decision: "D1", rationale: "", dissent: "" })).toBe("D1");
  });

  it("differ for every step of a meeting", () => {
    const all = [staged("present"), staged("discuss"), staged("summarize"), judge, deciding].map(textOf);
    expect(new Set(all).size).toBe(all.length);
  });

  const leading = { ...scene, language, self: director, leader: director, conversation };
  const done = {
    number: 1,
    worker: "QQ",
    task: "K1",
    after: [],
    turn: 1,
    outcome: "done",
    text: "X1",
    reason: "",
  } as const;
  const failed = { ...done, number: 2, worker: "WW", task: "K2", outcome: "failed", text: "", reason: "Y2" } as const;
  const skipped = { ...failed, number: 3, task: "K3", outcome: "skipped", reason: "#2" } as const;
  const planning = { ...leading, purpose: "plan", mostTasks: 9 } as const;
  const executing = { ...leading, self, purpose: "execute", task: "K4", basis: [done] } as const;
  const summing = { ...leading, purpose: "sum-up", results: [done, failed, skipped] } as const;

  it("give a supervisor and its workers the facts of each task", () => {
    for (const fact of ["DD", "TT", "1. QQ", "2. WW", "9", "worker", "task", "after"])
      expect(textOf(planning)).toContain(fact);
    for (const fact of ["9", "2", "worker", "task", "after"]) expect(catalog.planAgain(planning)).toContain(fact);
    for (const fact of ["QQ", "  K4", "K1", "  X1", "77"]) expect(textOf(executing)).toContain(fact);
    for (const fact of ["DD", "K2", "Y2", "K3", "#2", "WW", "77"]) expect(textOf(summing)).toContain(fact);
    expect(textOf({ ...summing, results: [done] })).not.toMatch(/K1|#/);
  });

  it("announce a plan with a line for each task, which names its worker", () => {
    const text = catalog.announcePlan([done, { ...failed, after: [1] }]);
    expect(text.split("\n")).toHaveLength(2);
    for (const fact of ["1", "QQ", "K1", "2", "WW", "K2"]) expect(text).toContain(fact);
  });

  it("start a question with the addressee's name", () => {
    expect(catalog.address("QQ", language === "zh" ? "你怎么看？" : "What now?")).toBe(
      language === "zh" ? "QQ，你怎么看？" : "QQ, what now?",
    );
  });

  it("name the leader to a guest only if the conversation has a leader", () => {
    expect(textOf({ ...speechRequest, leader: director })).toContain("DD");
    expect(textOf(speechRequest)).not.toContain("DD");
  });

  it("differ between purposes", () => {
    const describing = { ...scene, language, self, purpose: "describe-participant" } as const;
    const sharpening = { ...scene, language, purpose: "sharpen-topic" } as const;
    const preparing = [describing, sharpening];
    const requests = [...directing, ...preparing, bidRequest(), panel, speechRequest, planning, executing, summing];
    expect(new Set(requests.map(textOf)).size).toBe(requests.length);
  });

  it("contain no other language, except tags and field names", () => {
    const bids = bidRequest({ criterion: "contradiction" });
    const describing = { ...scene, language, self, purpose: "describe-participant" as const };
    const all = [
      speechRequest,
      { ...speechRequest, leader: director },
      bidRequest(),
      bids,
      bidRequest({ answer: "structured", reason: true, scale: { min: 0, max: 4 }, anchors: "five-levels" }),
      { ...panel, reason: true },
      { ...speechRequest, bidReason: "B1" },
      describing,
      ...directing,
      staged("present"),
      staged("discuss"),
      staged("summarize"),
      judge,
      deciding,
      planning,
      executing,
      summing,
    ];
    const text = all.map(textOf).join("\n");
    if (language === "zh")
      expect(
        text.replace(
          /<\/?\w+>|null|bid|participant|comment|next|question|sufficient|reason|open|decision|rationale|dissent|true|false|worker|tasks?|after/g,
          "",
        ),
      ).not.toMatch(/[a-z]{3,}/i);
    else expect(text).not.toMatch(/\p{Script=Han}/u);
  });
});
