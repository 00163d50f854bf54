/** What is wrong with a server, in the user's language and with what to do about it. */
import type { RostrumError } from "../../errors.js";
import type { CliTexts } from "../../locales/command-line.js";

function refusal({ details, message }: RostrumError, { remote }: CliTexts): string {
  const { server = "", status, thread, assistant, reason = "" } = details;
  if (status === undefined) return remote.noServer(server);
  if (status === 401) return remote.needsToken(server);
  if (status === 403) return remote.forbidden(server, reason);
  if (status === 404 && assistant !== undefined) return remote.unknownMode(server, assistant);
  if (status === 404) return thread === undefined ? remote.noServer(server) : remote.unknownThread(server, thread);
  if (status === 409 || status === 422) return remote.busy(thread ?? "", reason);
  return remote.refused(server, status, reason || message);
}

/** Undefined for an error that has to do with no server. */
export function serverWords(error: RostrumError, texts: CliTexts): string | undefined {
  const { server = "" } = error.details;
  switch (error.code) {
    case "server-unreachable":
      return texts.remote.unreachable(server);
    case "server-refused":
      return refusal(error, texts);
    case "run-failed":
      return texts.remote.runFailed(error.message);
    case "run-lost":
      return texts.remote.runLost;
    default:
      return undefined;
  }
}
