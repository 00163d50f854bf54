/** What a player says: what it does about the latest beat, and how somebody of its trade does that. */
import type { SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { chanceInTurn } from "../luck.js";
import { fill, type Slots } from "../template.js";
import { assembled } from "./assembled.js";
import { playersOf } from "./genre.js";
import { holds, type Plot, placeOf } from "./plot.js";
import { called, settingOf } from "./setting.js";
import { shortest } from "./shortest.js";
import type { StoryTexts } from "./story-texts.js";
import { styleOf } from "./style.js";

export function action(request: SpeechRequest, plot: Plot, texts: StoryTexts): string {
  const { language, wordLimit, self } = request;
  const { story } = placeOf(Math.max(0, plot.told - 1));
  const slots: Slots = { ...settingOf(request, texts, story, "player"), friend: friendOf(request) };
  const choose = createChooser(request);
  const parts = assembled<"gesture" | "move" | "deed" | "remark">(language, wordLimit);

  const style = texts.styles[styleOf(self)];
  const general = texts.styles.general;
  const from = (salt: string, groups: readonly (readonly string[])[]) =>
    choose({ salt, groups, slots, budget: parts.room() });

  const move = moveFor(request, plot, slots) ?? from("any move", [texts.anyMoves]);
  parts.put("move", move ?? shortest(request, texts.short.player));

  const situation = plot.latest?.beat.situation;
  const shape = chanceInTurn(request, "shape");
  if (situation && shape < 0.8) parts.put("deed", from("deed", [style.deeds[situation], general.deeds[situation]]));
  if (shape > 0.45 || !parts.has("deed")) parts.put("remark", from("remark", [style.remarks, general.remarks]));
  if (chanceInTurn(request, "gesture") < 0.35)
    parts.put("gesture", from("gesture", [style.gestures, general.gestures]));
  return parts.inOrder(["gesture", "move", "deed", "remark"]);
}

/** One of the beat's moves that fits and that nobody has made since it was told. */
function moveFor(request: SpeechRequest, plot: Plot, slots: Slots): string | undefined {
  const moves = plot.latest?.beat.moves ?? [];
  const said = request.conversation.lines.map(({ text }) => text);
  const isMade = (act: string) => said.some((text) => holds(text, act));
  const start = Math.floor(chanceInTurn(request, "move") * moves.length);
  const inTurn = moves.map((_, index) => moves[(start + index) % moves.length]);
  const parts = assembled<"move">(request.language, request.wordLimit);
  return inTurn
    .flatMap((move) => (move && !isMade(move.act) ? [fill(move.act, slots)] : []))
    .find((text) => parts.put("move", text));
}

/** Another player: whose turn is next. */
function friendOf(request: SpeechRequest): string | undefined {
  const players = playersOf(request);
  const seat = players.findIndex(({ name }) => name === request.self.name);
  const next = players[(seat + 1) % players.length];
  return next && next.name !== request.self.name ? called(next, request) : undefined;
}
