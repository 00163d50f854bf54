/** Decides which requests may use the page and its HTTP API. Runs before every route. */
import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { timingSafeEqual } from "hono/utils/buffer";
import { parse } from "hono/utils/cookie";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { Conversations, SharedConversations } from "../../talk/conversations/port/port.js";
import type { refusedAs } from "./failures.js";

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const cookie = "rostrum_token";

export const refuse = (fault: Exclude<keyof typeof refusedAs, "too-large">) =>
  new RostrumError("request-refused", { fault });

/** The conversations that a request may see. The guard sets them. */
export interface Visible {
  Variables: { conversations: Conversations };
}

/** Returns the owner who sends a request; undefined if the sender is unknown. */
export type Identify = (request: Request) => string | undefined | Promise<string | undefined>;

/** Who may use the app: whoever has the token, users whom the host identifies or, without either, this machine. */
export interface Access {
  readonly conversations: Conversations;
  readonly token: string | undefined;
  readonly identify: Identify | undefined;
}

/** Returns a request's token, from its header, its URL or a cookie. */
export function tokenIn({ headers, url }: Request): string | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return bearer ?? new URL(url).searchParams.get("token") ?? parse(headers.get("cookie") ?? "", cookie)[cookie];
}

/** Response headers that let the page use only its own files, its HTTP API and `data:` images, but nothing inline. */
export const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: "no-referrer",
  strictTransportSecurity: false,
  xFrameOptions: "DENY",
});

/**
 * Rejects requests from other pages, except navigation to the app. If anybody on this machine may use the app, also
 * rejects requests to host names other than this machine's.
 */
function checkSender(req: HonoRequest, isOpen: boolean): void {
  const host = req.header("host") ?? "";
  // A page on the web can point its host name at this machine.
  if (isOpen && !localHost.test(host)) throw refuse("unknown-host");
  const origin = req.header("origin");
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw refuse("other-page");
  const site = req.header("sec-fetch-site") ?? "none";
  const isNavigation = req.header("sec-fetch-mode") === "navigate" && req.method === "GET";
  if (!["same-origin", "none"].includes(site) && !isNavigation) throw refuse("other-page");
}

async function checkToken(request: Request, token: string): Promise<void> {
  const given = tokenIn(request);
  if (given === undefined) throw refuse("no-token");
  if (!(await timingSafeEqual(given, token))) throw refuse("unknown-token");
}

/**
 * Stores the token in a cookie, and redirects to the same page without the token in the URL, because histories and
 * referrers would reveal it.
 */
function moveToCookie(context: Context, token: string): Response {
  const { protocol, searchParams, pathname } = new URL(context.req.url);
  setCookie(context, cookie, token, { httpOnly: true, sameSite: "Lax", secure: protocol === "https:", path: "/" });
  searchParams.delete("token");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return context.redirect(`./${pathname.split("/").at(-1)}${query}`);
}

async function visibleTo(request: Request, { conversations, identify }: Access): Promise<Conversations> {
  if (!identify) return conversations;
  const owner = await identify(request);
  // An empty name is more likely a missing header than a user.
  if (!owner) throw refuse("not-identified");
  // The types of `createApp` allow `identify` only with shared conversations.
  return (conversations as SharedConversations).as(owner);
}

/** Returns the middleware, which also gives the routes the conversations that the sender may see. */
export function guard(access: Access): MiddlewareHandler<Visible> {
  const { token, identify } = access;
  return async (context, next) => {
    const { req } = context;
    checkSender(req, token === undefined && identify === undefined);
    if (token !== undefined) {
      await checkToken(req.raw, token);
      const inUrl = req.query("token");
      if (inUrl !== undefined && req.method === "GET") return moveToCookie(context, inUrl);
    }
    context.set("conversations", await visibleTo(req.raw, access));
    // A form on another page can send a POST request, but not with JSON.
    const isJson = /^application\/json\b/i.test(req.header("content-type") ?? "");
    if (req.method === "POST" && !isJson) throw refuse("not-sent-as-json");
    await next();
  };
}
