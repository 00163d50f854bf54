import { isWithoutServer, reasonIn, sendRequest } from "./request.js";

const nameIn = (answer: Response): string => {
  const [, name = "conversation"] =
    /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return decodeURIComponent(name);
};

interface Click {
  readonly currentTarget: HTMLAnchorElement;
  preventDefault(): void;
}

/**
 * If the page works without a server, creates the file itself, because the browser would ask a server for the file.
 * Otherwise, leaves the click to the browser.
 * @param onFailure - Called with the reason if the page cannot create the file.
 */
export function downloadHere(event: Click, onFailure: (reason: string) => void): void {
  if (!isWithoutServer()) return;
  event.preventDefault();
  download(event.currentTarget.href).catch((error: Error) => onFailure(error.message));
}

async function download(url: string): Promise<void> {
  const answer = await sendRequest(url, { headers: { "accept-language": document.documentElement.lang } });
  if (!answer.ok) throw new Error(await reasonIn(answer));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameIn(answer);
  link.click();
  // The browser may read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
