/** What a listener's words mean to the one who answers them. */
import type { OpenInterjection, SpeechRequest } from "../../request.js";
import { concernIn } from "../concerns.js";
import type { Reply } from "../reply.js";

export function replyToListener({ speaker, text, isPersonal }: OpenInterjection, request: SpeechRequest): Reply {
  const concern = concernIn(text, request);
  return {
    relation: "listener",
    speaker,
    text,
    concern,
    named: isPersonal,
    asked: isPersonal,
    // The thought behind the answer stays with what they care about.
    pressed: concern !== undefined,
    prompted: false,
    opposed: false,
  };
}
