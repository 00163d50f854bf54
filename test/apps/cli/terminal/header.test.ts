import { describe, expect, it } from "@jest/globals";
import stringWidth from "string-width";
import { headerLines, type ProgressOptions } from "../../../../src/apps/cli/terminal/progress.js";
import { coloursFor } from "../../../../src/apps/cli/terminal/text.js";
import type { Participant } from "../../../../src/core/state/participant.js";
import { cliTexts } from "../../../../src/words/command-line.js";
import { locales } from "../../../../src/words/registry.js";

const member = (name: string, role: string) =>
  ({ name, role, location: "", description: "", instructions: "", model: "", bidder: "model" }) as const;

function header(
  members: readonly Participant[],
  width: number,
  more: Partial<Pick<ProgressOptions, "criterion" | "tasks">> = {},
): string[] {
  const scene = {
    type: "scene-set",
    topic: "Tea?",
    participants: members,
    leader: null,
    seed: 1,
    maxTurns: 2,
  } as const;
  return headerLines(scene, {
    mode: "bidding",
    title: undefined,
    model: "rehearsal",
    bidModel: undefined,
    criterion: undefined,
    out: { isTTY: false } as never,
    highestBid: 10,
    hasBids: true,
    lastSpeakerSitsOut: false,
    width,
    colours: coloursFor({ isTTY: false } as never, {}),
    words: locales["en"].transcript,
    texts: cliTexts("en").run,
    ...more,
  });
}

describe("the cast in 40 columns", () => {
  it("shows complete names, and wraps the details beside them", () => {
    const lines = header([member("Tobias Oyelaran", "owner of the hotel above the quay"), member("Ann", "nurse")], 40);
    expect(lines.slice(3, 6)).toEqual([
      "  Tobias Oyelaran  owner of the hotel",
      "                   above the quay",
      "  Ann              nurse",
    ]);
  });

  it("wraps a long name, and shows its details on a separate line", () => {
    const long = "Maximiliana Konstantinopolitana von und zu Hohenfels";
    const lines = header([member(long, "nurse"), member("欧阳启明", "旅馆老板")], 40);
    expect(lines.slice(3, 7)).toEqual([
      "  Maximiliana Konstantinopolitana von",
      "  und zu Hohenfels",
      "                        nurse",
      "  欧阳启明              旅馆老板",
    ]);
    for (const line of lines.join("\n").split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  });
});

it("the header marks people, even those with a model", () => {
  const cast = [member("Ann", "nurse"), { ...member("Bo", "clerk"), model: "openai:x", human: true }];
  expect(header(cast, 80).slice(3, 5)).toEqual(["  Ann  nurse", "  Bo   clerk · person"]);
});

describe("the settings line", () => {
  it("shows the limit on a supervisor's tasks instead of turns, and on all tasks if the plan can change", () => {
    const cast = [member("Ann", ""), member("Bo", "")];
    expect(header(cast, 100).join("\n")).toContain("at most 2 turns");
    expect(header(cast, 100, { tasks: { inPlan: 8, total: undefined } }).join("\n")).toContain("· at most 8 tasks");
    expect(header(cast, 100, { tasks: { inPlan: 8, total: 24 } }).join("\n")).toContain(
      "· at most 8 tasks in a plan and 24 in total",
    );
  });

  it("shows the bidding criterion, and truncates a long criterion", () => {
    const cast = [member("Ann", ""), member("Bo", "")];
    expect(header(cast, 100, { criterion: "urge" }).join("\n")).toContain(
      "bidding · criterion: urge · rehearsal · seed 1",
    );
    expect(header(cast, 100, { criterion: "how much ".repeat(20) }).join("\n")).toMatch(/criterion: how much .*…/);
    expect(header(cast, 100).join("\n")).not.toContain("criterion");
  });
});
