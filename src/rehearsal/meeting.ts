/** A staged meeting: laying the matter out, judging a round, summing up, deciding. */
import type { DecideRequest, JudgeRequest, ModelRequest, SpeechRequest } from "../models/request.js";
import type { Participant } from "../state/participant.js";
import type { FinalDecision } from "../state/stage.js";
import { countWords } from "../text/word-count.js";
import { wishOf } from "./description.js";
import { quoteFrom } from "./hearing.js";
import { chanceInConversation, chanceInTurn } from "./luck.js";
import { addressOf, namesIn } from "./names.js";
import { createPick, fitParts, joined, type Slots } from "./phrasing.js";
import { stancesOf } from "./stance.js";
import { type Stance, type Texts, textsOf } from "./texts.js";
import { argumentsOf, themeIn, unraised } from "./themes.js";
import { kindOf } from "./topic.js";

type Staged = (SpeechRequest | JudgeRequest | DecideRequest) & ModelRequest;

/** What a participant of the cast said in the discussion. */
interface Speech {
  readonly by: Participant;
  readonly text: string;
}

/** The speeches of the discussion: not those of who only presents or sums up. */
function discussed({ cast, conversation }: Staged): Speech[] {
  const speeches = conversation.lines.flatMap(({ speaker, text }) => {
    const by = cast.find(({ name }) => name === speaker);
    return by ? [{ by, text }] : [];
  });
  const argued = speeches.filter(({ by }) => by.part === undefined || by.part === "discusser" || by.part === "auto");
  return argued.length > 0 ? argued : speeches;
}

const people = (speeches: readonly Speech[]) => [...new Set(speeches.map(({ by }) => by))];

/** A sentence as it continues another one. */
const continued = (sentence: string) =>
  /^(?:I\b|\p{Lu}\p{Lu})/u.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);

function sentences(request: Staged, groups: readonly (readonly [Texts, number, Slots?])[], tiny: Texts): string {
  const pick = createPick(request);
  const parts = groups.map(([patterns, rank, slots]) => ({
    rank,
    make: (limit: number) => pick(patterns, slots, { limit }),
  }));
  const text = joined(fitParts(parts, request), request.language);
  return text || (pick(tiny) ?? tiny.at(-1) ?? "");
}

/** Both sides of the matter and what to look at. */
export function presentation(request: SpeechRequest): string {
  const { present } = textsOf(request.language, "meeting");
  const isRepeated = request.conversation.lines
    .slice(1)
    .some(({ speaker }) => request.cast.some(({ name, part }) => name === speaker && part === "presenter"));
  const [first, second, ...others] = unraised(
    request.conversation.lines.map(({ text }) => text),
    request,
  );
  const open: Slots = { gap: others[0]?.gap, gap2: others[1]?.gap };
  const one = (theme: typeof first, stance: Stance) =>
    theme && continued(createPick(request)(argumentsOf(theme, stance, request)) ?? "");
  return sentences(
    request,
    [
      [isRepeated ? present.more : present.opening, 1],
      [present.sides, 0, { pro: one(first, "for") }],
      [present.others, 2, { con: one(second, "against") }],
      [present.open, 3, open],
    ],
    present.tiny,
  );
}

const lastRound = 3;
const mostOpen = 3;

/** Whether the discussion has been sufficient, and what is open. */
export function judgeRound(request: JudgeRequest): string {
  const { judge } = textsOf(request.language, "meeting");
  const speeches = discussed(request);
  const gaps = unraised(
    request.conversation.lines.map(({ text }) => text),
    request,
  );
  const { round } = request.stage;
  const isEnough =
    round >= lastRound || gaps.length === 0 || (round === 2 && chanceInConversation(request, "second round") < 0.5);
  if (isEnough) {
    const reason = sentences(
      request,
      [[judge.enough, 0, { point: pointOf(speeches, request) }]],
      judge.tinyEnough,
    );
    return JSON.stringify({ sufficient: true, reason, open: [] });
  }
  const latest = speeches.at(-1);
  const theme = latest && themeIn(latest.text, request);
  const about = { gap: gaps[0]?.gap, name: latest && addressOf(latest.by.name, request), point: theme?.point };
  const kinds = [judge.open, judge.unanswered, judge.general];
  const kind = kinds[Math.floor(chanceInTurn(request, "kind") * kinds.length)] ?? judge.open;
  const { wordLimit, language } = request;
  const narrow = { ...request, wordLimit: Math.max(4, Math.floor(wordLimit * 0.6)) };
  const reason = sentences(narrow, [[kind, 0, about]], judge.tiny);
  let room = wordLimit - countWords(reason, language);
  const open = gaps.slice(0, 1 + Math.floor(chanceInTurn(request, "open") * mostOpen)).flatMap(({ gap }) => {
    room -= countWords(gap, language);
    return room >= 0 ? [gap] : [];
  });
  return JSON.stringify({ sufficient: false, reason, open });
}

/** What most speeches were about. */
function pointOf(speeches: readonly Speech[], request: Staged): string | undefined {
  const points = speeches.flatMap(({ text }) => themeIn(text, request)?.point ?? []);
  return points.find((point, index) => points.indexOf(point) !== index) ?? points[0];
}

/** Who stands where, in whose words, and what is open. */
export function summary(request: SpeechRequest): string {
  const { summary: texts } = textsOf(request.language, "meeting");
  const speeches = discussed(request).filter(({ by }) => by.name !== request.self.name);
  if (speeches.length === 0) return sentences(request, [[texts.nothing, 0]], texts.tiny);
  const camps = campsOf(people(speeches), request).map(
    ([side, names], index) => [texts[side], index, { names }] as const,
  );
  const quoted = [...speeches]
    .reverse()
    .flatMap(({ by, text }) => {
      const quote = quoteFrom(text, request);
      return quote ? [{ name: addressOf(by.name, request), quote }] : [];
    })
    .filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index)
    .slice(0, 2);
  const [open] = unraised(
    request.conversation.lines.map(({ text }) => text),
    request,
  );
  return sentences(
    request,
    [
      [texts.opening, 9],
      ...camps,
      ...quoted.map((one, index) => [texts.quote, 5 + index, one] as const),
      [texts.open, 8, { gap: open?.gap }],
    ],
    texts.tiny,
  );
}

/** The camps and who is in them; of an open question only who took part. */
export function campsOf(members: readonly Participant[], request: ModelRequest): ["spoke" | Stance, string][] {
  const names = (group: readonly Participant[]) =>
    namesIn(
      group.map(({ name }) => name),
      request,
    ) ?? "";
  if (kindOf(request) === "open") return members.length > 0 ? [["spoke", names(members)]] : [];
  const stances = stancesOf(request);
  return (["for", "against", "unsure"] as const).flatMap((side): ["spoke" | Stance, string][] => {
    const camp = members.filter(({ name }) => stances.get(name) === side);
    return camp.length > 0 ? [[side, names(camp)]] : [];
  });
}

/** What the meeting comes to: with the larger camp, else with the one who decides, else a trial. */
export function decide(request: DecideRequest): string {
  const { decision: texts } = textsOf(request.language, "meeting");
  const kind = kindOf(request);
  const speeches = discussed(request).filter(({ by }) => by.name !== request.self.name);
  const stances = stancesOf(request);
  const camp = (stance: Stance) => people(speeches).filter(({ name }) => stances.get(name) === stance);
  const [pro, contra] = [camp("for"), camp("against")];
  const own = stances.get(request.self.name);
  const balance = pro.length - contra.length + (own === "for" ? 0.5 : own === "against" ? -0.5 : 0);
  const verdict = Math.abs(balance) < 1 ? "trial" : balance > 0 ? "yes" : "no";
  const wishing = people(speeches).filter((one) => wishOf(one, request.language));
  const chosen = wishing[Math.floor(chanceInTurn(request, "wish") * wishing.length)];
  const winners = verdict === "yes" ? pro : verdict === "no" ? contra : [];
  const losers = verdict === "yes" ? contra : verdict === "no" ? pro : [];
  const reason = speeches.findLast(({ by }) => (kind === "open" ? by === chosen : winners.includes(by)));
  const slots: Slots = {
    name: chosen ? addressOf(chosen.name, request) : reason && addressOf(reason.by.name, request),
    wish: chosen && wishOf(chosen, request.language),
    names: namesIn(
      (winners.length > 0 ? winners : losers).map(({ name }) => name),
      request,
    ),
    point: reason && themeIn(reason.text, request)?.point,
    quote: reason && quoteFrom(reason.text, request),
  };
  const dissenters = kind === "open" ? wishing.filter((one) => one !== chosen && chosen) : losers;
  const decisions =
    kind === "claim" ? texts.claim[verdict] : kind === "proposal" ? texts[verdict] : chosen ? texts.wish : texts.open;
  const pick = createPick(request);
  const { language, wordLimit } = request;
  const short = texts.short[verdict];
  const decision = pick(decisions, slots, { limit: wordLimit * 0.6 }) ?? pick(short) ?? short.at(-1) ?? "";
  const room = wordLimit - countWords(decision, language);
  const why = kind !== "open" && verdict === "trial" ? texts.split : texts.reasons;
  const rationale = pick(why, slots, { limit: room }) ?? pick(texts.short.reason, {}, { limit: room }) ?? "";
  const left = room - countWords(rationale, language);
  const dissent =
    dissenters.length > 0
      ? pick(
          texts.dissent,
          {
            names: namesIn(
              dissenters.map(({ name }) => name),
              request,
            ),
          },
          { limit: left },
        )
      : "";
  const result: FinalDecision = { decision, rationale, dissent: dissent ?? "" };
  return JSON.stringify(result);
}
