import type { Context, HonoRequest, MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { timingSafeEqual } from "hono/utils/buffer";
import { parse } from "hono/utils/cookie";
import type { Conversations, SharedConversations } from "../../talk/conversations/port/port.js";
import { refuse } from "./failures.js";
import type { Invitations, Seat } from "./seats/invitations.js";
import { SeatedConversations } from "./seats/seated-conversations.js";

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const cookie = "rostrum_token";
/** Each invitation has its own cookie, so a browser can store several invitations. */
const seatCookie = "rostrum_seat_";

export interface Visible {
  Variables: {
    conversations: Conversations;
    /** The owner of the conversations; undefined if the app has no owners. */
    owner: string | undefined;
    /** The seats to which the sender was invited; undefined if the sender uses the app without an invitation. */
    seats: readonly Seat[] | undefined;
  };
}

/** Returns the owner who sends a request; undefined if the sender is unknown. */
export type Identify = (request: Request) => string | undefined | Promise<string | undefined>;

/** What decides who can use the app. With neither `token` nor `identify`, everybody on this machine can. */
export interface Access {
  readonly conversations: Conversations;
  readonly token: string | undefined;
  readonly identify: Identify | undefined;
  /** The app's invitations; undefined if invitations have no tokens. */
  readonly invitations: Invitations | undefined;
}

function sentToken({ headers, url }: Request): string | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return bearer ?? new URL(url).searchParams.get("token") ?? undefined;
}

const cookiesIn = ({ headers }: Request) => parse(headers.get("cookie") ?? "");

export const tokenIn = (request: Request): string | undefined => sentToken(request) ?? cookiesIn(request)[cookie];

/** Cookies count only if neither the `Authorization` header nor the URL contains a token. */
function tokensIn(request: Request): string[] {
  const sent = sentToken(request);
  if (sent !== undefined) return [sent];
  const stored = Object.entries(cookiesIn(request));
  return stored.flatMap(([name, value]) => (name === cookie || name.startsWith(seatCookie) ? [value] : []));
}

/** Allows the page to use only its own files, its HTTP API and `data:` images, and nothing inline. */
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
 * Rejects requests from other pages, except navigation to the app. If everybody on this machine can use the app, also
 * rejects requests to hosts other than `localhost` and loopback addresses.
 */
function checkSender(req: HonoRequest, isOpen: boolean): void {
  const host = req.header("host") ?? "";
  // Any website can point its host name at this machine.
  if (isOpen && !localHost.test(host)) throw refuse("unknown-host");
  const origin = req.header("origin");
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw refuse("other-page");
  const site = req.header("sec-fetch-site") ?? "none";
  const isNavigation = req.header("sec-fetch-mode") === "navigate" && req.method === "GET";
  if (!["same-origin", "none"].includes(site) && !isNavigation) throw refuse("other-page");
}

/** Returns the seats to which the sender was invited; undefined if the sender has the app's token. */
async function checkToken(request: Request, token: string, invitations: Invitations | undefined) {
  const given = tokensIn(request);
  if (given.length === 0) throw refuse("no-token");
  for (const each of given) if (await timingSafeEqual(each, token)) return undefined;
  const seats = given.flatMap((each) => invitations?.seatOf(each) ?? []);
  if (seats.length === 0) throw refuse("unknown-token");
  return seats;
}

/** Stores the token in a cookie, and removes it from the URL, because the browser history would otherwise reveal it. */
function moveToCookie(context: Context, token: string, isInvitation: boolean): Response {
  const { protocol, searchParams, pathname } = new URL(context.req.url);
  const name = isInvitation ? `${seatCookie}${token.slice(-16)}` : cookie;
  setCookie(context, name, token, { httpOnly: true, sameSite: "Lax", secure: protocol === "https:", path: "/" });
  searchParams.delete("token");
  const query = searchParams.size > 0 ? `?${searchParams}` : "";
  return context.redirect(`./${pathname.split("/").at(-1)}${query}`);
}

async function ownerOf(request: Request, { identify }: Access): Promise<string | undefined> {
  const owner = await identify?.(request);
  // An empty name is more likely a missing header than the name of a user.
  if (identify && !owner) throw refuse("not-identified");
  return owner;
}

function visibleTo(owner: string | undefined, seats: readonly Seat[] | undefined, { conversations }: Access) {
  if (seats) return new SeatedConversations(conversations, seats);
  // `createApp` accepts `identify` only together with shared conversations.
  return owner === undefined ? conversations : (conversations as SharedConversations).as(owner);
}

export function guard(access: Access): MiddlewareHandler<Visible> {
  const { token, identify, invitations } = access;
  return async (context, next) => {
    const { req } = context;
    checkSender(req, token === undefined && identify === undefined);
    const seats = token === undefined ? undefined : await checkToken(req.raw, token, invitations);
    const inUrl = req.query("token");
    if (token !== undefined && inUrl !== undefined && req.method === "GET")
      return moveToCookie(context, inUrl, seats !== undefined);
    const owner = await ownerOf(req.raw, access);
    context.set("owner", owner);
    context.set("seats", seats);
    context.set("conversations", visibleTo(owner, seats, access));
    // A form on another page can send a POST request, but not with JSON.
    const isJson = /^application\/json\b/i.test(req.header("content-type") ?? "");
    if (req.method === "POST" && !isJson) throw refuse("not-sent-as-json");
    await next();
  };
}
