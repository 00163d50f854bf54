/** Whether a request comes to a server that nobody else can reach. */
import type { Server, Socket } from "node:net";
import { getContext } from "hono/context-storage";

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const localHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** What proxies add that say so. */
const forwarding = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-.*)$/i;
/** Pages that may speak to the machine's own server: its own, and LangGraph Studio's. */
const ownPages =
  /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$|^https:\/\/(?:[a-z]+\.)?smith\.langchain\.com$/i;

/** Node sets `server` on the sockets that a server accepts. */
type AcceptedSocket = Socket & { readonly server?: Server };

/** The address that the server listens on; undefined where that cannot be seen. */
function listeningOn(): string | undefined {
  try {
    const { env } = getContext<{ Bindings: { readonly incoming?: { readonly socket?: AcceptedSocket } } }>();
    const address = env.incoming?.socket?.server?.address();
    return typeof address === "object" ? address?.address : undefined;
  } catch {
    // Not this server's context: another kind of server, which others can reach for all we know.
    return undefined;
  }
}

/**
 * Why a request cannot be taken for one from the machine itself; undefined where it can. Behind a proxy everybody's requests
 * come from there, and a page of the web can give its own name to the machine's address.
 */
export function foreignness(headers: Headers): string | undefined {
  const address = listeningOn();
  if (address === undefined) return "it cannot be seen what address the server listens on";
  if (!loopback.test(address)) return `the server listens on ${address}`;
  const proxy = [...headers.keys()].find((header) => forwarding.test(header));
  if (proxy) return `the request came through a proxy (${proxy})`;
  if (!localHost.test(headers.get("host") ?? "")) return "the request names another host";
  const origin = headers.get("origin");
  if (origin !== null && !ownPages.test(origin)) return "the request comes from a page of the web";
  return undefined;
}
