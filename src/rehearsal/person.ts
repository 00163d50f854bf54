/** Short texts before a conversation: who somebody is, a sharper topic. */
import type { DescribeRequest, SharpenRequest } from "../models/request.js";
import { seatOf } from "./luck.js";
import { addressOf, isInLanguage, roleSlots } from "./names.js";
import { capital, type Part, Voice } from "./phrasing.js";
import { stanceOf } from "./stance.js";
import { reads } from "./texts.js";
import { themesOf } from "./themes.js";
import { kindOf, topicIn } from "./topic.js";

/** Who somebody is, in the third person; states the stance and the themes that the speeches will show. */
export function describe(request: DescribeRequest): string {
  const { self, language } = request;
  const [mine, theirs] = themesOf(self, request);
  const place = self.location.trim().replace(/\s+/gu, " ");
  const isPlace = place !== "" && place.length <= 40 && isInLanguage(place, language) && !/[:：{}<>*#“”]/u.test(place);
  const role = roleSlots(self, language);
  const name = addressOf(self.name, request);
  const from = isPlace ? (language === "zh" ? `${place}的` : ` from ${place}`) : "";
  const slots = { ...role, name, place: from, mine: mine?.point, theirs: theirs?.point };
  const who: Part = [1, role["aRole"] ? "person.describe.who" : "person.describe.nobody"];
  // Nobody is for or against a question that asks what to do.
  const isOpen = kindOf(request) === "open";
  const side: Part[] = isOpen ? [] : [[0, `person.describe.${stanceOf(self.name, request)}`]];
  // Seats take different texts, so that a cast does not read like a form.
  return new Voice(request, slots, seatOf(request, self.name)).speak(
    [who, [2, "person.describe.cares"], ...side],
    [name],
  );
}

/** One question that opens the conversation: the topic itself where it asks. */
export function sharpen(request: SharpenRequest): string {
  const { language } = request;
  const topic = request.topic.trim();
  const modal =
    /^whether (?:to ([^.,;:?!]+)|([^.,;:?!]+?) (should|may|can|could|must|might|will|would) ([^.;:?!]+))$/iu;
  const [, act, who, verb = "", rest] = modal.exec(topic) ?? [];
  if (act) return `Should we ${act}?`;
  if (who) return `${capital(verb)} ${who} ${rest}?`;
  if (/[?？]$/u.test(topic)) return topic;
  const isAsking = reads(language, "topic.asks", topic) && !/[。；\n]./u.test(topic);
  if (language === "zh" && isAsking) return `${topic.replace(/[。.]$/u, "")}？`;
  const quoted = topicIn(request, 60);
  return (quoted && new Voice(request, { topic: quoted }).say("person.sharpen", { limit: 400 })) || topic || "…?";
}
