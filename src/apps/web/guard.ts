/** Who may use the page and its interface: checks that come before everything else. */
import type { MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { timingSafeEqual } from "hono/utils/buffer";
import { parse } from "hono/utils/cookie";
import { RostrumError } from "../../errors/rostrum-error.js";
import type { refusedAs } from "./failures.js";

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const cookie = "rostrum_token";

const refuse = (fault: Exclude<keyof typeof refusedAs, "too-large">) => new RostrumError("request-refused", { fault });

/** The token that a request brings: in its header, its address, or a cookie. */
export function tokenIn({ headers, url }: Request): string | undefined {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return bearer ?? new URL(url).searchParams.get("token") ?? parse(headers.get("cookie") ?? "", cookie)[cookie];
}

/** Nothing but the page's own files and interface; nothing inline. */
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
 * Without a token, answers only requests to this machine's own names: a page elsewhere can give its name this machine's address. With
 * one, asks for it. Rejects requests that another page makes.
 */
export function guard(token: string | undefined): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    const host = req.header("host") ?? "";
    if (token === undefined && !localHost.test(host)) throw refuse("unknown-host");
    const origin = req.header("origin");
    const isOfOther = origin !== undefined && URL.parse(origin)?.host !== host;
    const site = req.header("sec-fetch-site") ?? "none";
    const isNavigation = req.header("sec-fetch-mode") === "navigate" && req.method === "GET";
    if (isOfOther || (!["same-origin", "none"].includes(site) && !isNavigation)) throw refuse("other-page");
    if (token !== undefined) {
      const asked = req.query("token");
      const given = tokenIn(req.raw);
      if (given === undefined) throw refuse("no-token");
      if (!(await timingSafeEqual(given, token))) throw refuse("unknown-token");
      if (asked !== undefined && req.method === "GET") {
        const secure = new URL(req.url).protocol === "https:";
        setCookie(context, cookie, asked, { httpOnly: true, sameSite: "Lax", secure, path: "/" });
        // Out of the address, so that it is neither seen nor sent on.
        const { searchParams } = new URL(req.url);
        searchParams.delete("token");
        const query = searchParams.size > 0 ? `?${searchParams}` : "";
        return context.redirect(`./${req.path.split("/").at(-1)}${query}`);
      }
    }
    // A form of another page can post, but not as JSON.
    const isJson = /^application\/json\b/i.test(req.header("content-type") ?? "");
    if (req.method === "POST" && !isJson) throw refuse("not-sent-as-json");
    await next();
  };
}
