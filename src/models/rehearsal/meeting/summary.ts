/** A summary: who stands where, what was really said, what both sides share and what is open. Takes no side. */
import type { SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { assembled } from "../story/assembled.js";
import type { Slots } from "../template.js";
import { campsIn } from "./camps.js";
import { arguedIn, missingIn, sharedIn } from "./heard.js";
import { isSpeakable } from "./open-point.js";
import { type Saying, sayingsIn } from "./sayings.js";
import { meetingTextsOf } from "./texts.js";
import { listed, namesOf, plainPoint, subjectOf } from "./wording.js";

const order = ["opening", "camps", "pair", "first", "second", "third", "shared", "open", "ending"] as const;
type Part = (typeof order)[number];

export function summary(request: SpeechRequest): string {
  const { language, wordLimit } = request;
  const texts = meetingTextsOf[language].summary;
  // One does not speak of oneself by name.
  const argued = arguedIn(request).filter(({ name }) => name !== request.self.name);
  const sayings = sayingsIn(argued, request);
  const choose = createChooser(request);
  const made = assembled<Part>(language, wordLimit);
  const subject = subjectOf(request, 1);
  const say = (part: Part, group: readonly string[], slots: Slots) =>
    made.put(part, choose({ salt: part, groups: [group], slots: { subject, ...slots }, budget: made.room() }));

  if (argued.length === 0) say("opening", texts.nothing, {});
  else {
    made.put("camps", campsIn(argued, request));
    const [one, other] = opposed(sayings);
    const isPaired = one && other && say("pair", texts.pairs, pairSlots(one, other));
    const left = isPaired ? sayings.filter((saying) => saying !== one && saying !== other) : sayings;
    const singles = left.map((saying) => () => {
      const part = (["first", "second", "third"] as const).find((each) => !made.has(each));
      const quoted = saying.quote ? texts.quotes : texts.points;
      if (part) say(part, quoted, saying) || say(part, texts.points, saying);
    });
    singles[0]?.();
    say("open", texts.open, { points: openIn(request) });
    const [shared] = sharedIn(argued);
    if (shared) say("shared", texts.agreements, sharedSlots(shared, request));
    for (const single of singles.slice(1)) single();
    say("opening", texts.openings, {});
    say("ending", texts.endings, {});
  }
  const short = () => choose({ salt: "short", groups: [texts.short, texts.tiny], slots: {}, budget: wordLimit });
  return made.inOrder(order) || short() || (texts.tiny.at(-1) as string);
}

/** Two of different minds who can both be quoted. */
function opposed(sayings: readonly Saying[]): readonly (Saying | undefined)[] {
  const quoted = sayings.filter(({ quote }) => quote !== undefined);
  const one = quoted.find(({ stance }) => stance !== "unsure") ?? quoted[0];
  return [one, quoted.find((saying) => saying !== one && saying.stance !== one?.stance)];
}

function pairSlots(one: Saying, other: Saying): Slots {
  return { name: one.name, quote: one.quote, other: other.name, otherQuote: other.quote };
}

function sharedSlots({ concern, one, other }: ReturnType<typeof sharedIn>[number], request: SpeechRequest): Slots {
  return { name: namesOf([one], request), other: namesOf([other], request), point: plainPoint(concern, request) };
}

/** What the latest judgement called open, or else what nobody has spoken of. */
function openIn(request: SpeechRequest): string | undefined {
  const judged = (request.stage?.open ?? []).filter((phrase) => isSpeakable(phrase, request));
  const missing = request.conversation.omitted > 0 ? [] : missingIn(request, arguedIn(request));
  const points = judged.length > 0 ? judged : missing.map((concern) => plainPoint(concern, request));
  return points.length > 0 ? listed(points.slice(0, 2), request) : undefined;
}
