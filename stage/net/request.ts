/** Requests go to the server or, if the page works without one, to a handler in the page itself. */

type Handler = (request: Request) => Promise<Response>;

let handler: Handler | undefined;

/** Call this before the page is rendered. */
export function handleRequests(given: Handler): void {
  handler = given;
}

export async function sendRequest(url: string, options: RequestInit = {}): Promise<Response> {
  return handler ? handler(new Request(url, options)) : fetch(url, options);
}

/** The reason that a failed response contains, or the response's status if it contains no reason. */
export async function reasonIn(answer: Response): Promise<string> {
  const failed = (await answer.json().catch(() => ({}))) as Partial<Error>;
  return failed.message ?? (answer.statusText || String(answer.status));
}

export const isWithoutServer = (): boolean => handler !== undefined;
