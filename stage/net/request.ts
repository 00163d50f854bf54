/** Sends the page's requests: to the server or, if the page works without one, to a handler in the page itself. */

type Handler = (request: Request) => Promise<Response>;

let handler: Handler | undefined;

/** Makes `given` answer all requests. Call this before the page is rendered. */
export function handleRequests(given: Handler): void {
  handler = given;
}

export async function sendRequest(url: string, options: RequestInit = {}): Promise<Response> {
  return handler ? handler(new Request(url, options)) : fetch(url, options);
}

const nameIn = (answer: Response): string => {
  const [, name = "conversation"] =
    /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return decodeURIComponent(name);
};

/**
 * Handles a click on a download link. If the page works without a server, downloads the file that the handler creates,
 * because the browser itself would ask a server for the file.
 */
export function downloadHere(event: { readonly currentTarget: HTMLAnchorElement; preventDefault(): void }): void {
  if (!handler) return;
  event.preventDefault();
  void download(event.currentTarget.href);
}

async function download(url: string): Promise<void> {
  const answer = await sendRequest(url);
  if (!answer.ok) throw new Error(await answer.text());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(answer);
  link.click();
  // Keeps the file for a while, because the browser may read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
