import type { DescribeRequest, SharpenRequest } from "../../core/model-request.js";
import { addressOf, isInLanguage, type Part, Voice } from "./phrasing.js";
import { reads, valueAt } from "./texts.js";
import { kindOf, stanceOf, themesOf, topicIn } from "./topic.js";

/** Describes the participant in the third person: role, themes and, unless the topic is an open question, stance. */
export function describe(request: DescribeRequest): string {
  const { self, language } = request;
  const plain = (text: string) => {
    const words = text.trim().replace(/\s+/gu, " ");
    const isPlain = /^\p{L}[\p{L}\p{M}\p{N}'’,. -]{1,39}$/u.test(words) && isInLanguage(words, language);
    return isPlain && !reads(language, "notRole", words) ? words : undefined;
  };
  const [mine, theirs] = themesOf(self, request);
  const [role, home] = [plain(self.role), plain(self.location)];
  const place = home ? valueAt<string>(language, "person.describe.place").replace("{home}", () => home) : "";
  const name = addressOf(self.name, request);
  const who: Part = [1, role ? "person.describe.who" : "person.describe.nobody"];
  // If the topic is an open question, there are no sides to describe.
  const isOpen = kindOf(request) === "open";
  const side: Part[] = isOpen ? [] : [[0, `person.describe.${stanceOf(self.name, request)}`]];
  const voice = new Voice(request, { role, name, place, mine: mine?.point, theirs: theirs?.point });
  return voice.speak([name], [who, [2, "person.describe.cares"], ...side]);
}

export function sharpen(request: SharpenRequest): string {
  const topic = request.topic.trim();
  if (/[?？]$/u.test(topic)) return topic;
  const quoted = topicIn(request, 60);
  return (quoted && new Voice(request, { topic: quoted }).say("person.sharpen", { limit: 400 })) || topic || "…?";
}
