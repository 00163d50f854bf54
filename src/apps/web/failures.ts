/** Details of unexpected errors go only to the log. */

import { html } from "hono/html";
import { describeError } from "../../errors/describe-error.js";
import { problemMessage, RostrumError } from "../../errors/rostrum-error.js";
import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import { type refusedAs, statusOf } from "./failure-status.js";
import { languageOf } from "./language.js";
import type { Failure } from "./responses.js";

export const refuse = (fault: Exclude<keyof typeof refusedAs, "too-large" | "wrong-method">) =>
  new RostrumError("request-refused", { fault });

export function describeFailure(error: unknown, language: Language): Failure {
  const isKnown = RostrumError.isInstance(error);
  // If a client has left, its work is skipped, which is not an error.
  const isSkipped = error instanceof DOMException && error.name === "AbortError";
  if (!isKnown && !isSkipped) console.error(error);
  const known = isKnown ? error : new RostrumError("unexpected", {});
  const { errors } = locales[language];
  const problems = (known.details.problems ?? []).map((each) => ({ ...each, message: problemMessage(each, errors) }));
  return { code: known.code, message: describeError(known, language), problems };
}

function pageOf(error: Error, status: number, request: Request): string {
  const language = languageOf(request);
  const { advice, otherwise, broken, home } = locales[language].refusalPage;
  const { fault = "" } = RostrumError.isInstance(error) ? error.details : {};
  const { message } = describeFailure(error, language);
  const { pathname } = new URL(request.url);
  // The app can be mounted at any path. A path that begins with two slashes would lead to another site.
  const start = pathname.replace(/\/api\/.*$|\/[^/]*$/, "/").replace(/^\/+/, "/");
  const isAdmitted = status !== 401 && status !== 403;
  return String(html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Rostrum: ${status}</title>
<main>
<h1>${status}: ${message}</h1>
<p>${advice[fault] ?? (status < 500 ? otherwise : broken)}</p>
${isAdmitted ? html`<p><a href="${start}">${home}</a></p>` : ""}
</main>
</html>
`);
}

export function answerFailure(error: Error, request: Request, status = statusOf(error)): Response {
  const { seconds, methods } = RostrumError.isInstance(error) ? error.details : {};
  const isPage = request.headers.get("accept")?.includes("text/html") === true;
  const headers = new Headers({
    "content-type": isPage ? "text/html; charset=utf-8" : "application/json",
    vary: "Accept",
  });
  if (status === 401) headers.set("www-authenticate", "Bearer");
  if (seconds !== undefined) headers.set("retry-after", String(seconds));
  if (methods) headers.set("allow", methods.join(", "));
  const body = isPage ? pageOf(error, status, request) : JSON.stringify(describeFailure(error, languageOf(request)));
  return new Response(body, { status, headers });
}
