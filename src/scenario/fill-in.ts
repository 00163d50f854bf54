/** What a scenario may leave out or write shorter than its fields are. */
import type { Language } from "../language.js";
import { meetingCast } from "../locales/example.js";
import { locales } from "../locales/registry.js";

type Fields = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** A participant may be no more than a name. Numbers too, so that the complaint is about the name. */
function nameCast(participants: unknown): unknown {
  if (!Array.isArray(participants)) return participants;
  return participants.map((each) => (isScalar(each) ? { name: each } : each));
}

/** The example's topic and cast in the scenario's language. Its views fit its own topic only. */
export function fillIn(fields: Fields, known: Fields, language: Language): Record<string, unknown> {
  const { topic, participants: talkers } = locales[language].example;
  // A mode with stages is a meeting.
  const participants = "stages" in known ? meetingCast(language) : talkers;
  const cast = fields["topic"] === undefined ? participants : participants.map(({ name, role }) => ({ name, role }));
  const example: Fields = { topic, participants: cast };
  const missing = Object.entries(example).filter(([field]) => field in known && fields[field] === undefined);
  const filled = { ...fields, ...Object.fromEntries(missing) };
  return "participants" in filled ? { ...filled, participants: nameCast(filled["participants"]) } : filled;
}
