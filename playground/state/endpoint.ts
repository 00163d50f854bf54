/** The user's own model. The browser keeps it for this tab, until the tab closes. */
import { recallValue, remember } from "../../stage/state/browser-storage.js";

export interface Endpoint {
  /** The address of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`. */
  readonly address: string;
  readonly model: string;
  /** Empty if the API needs no key. */
  readonly key: string;
}

export const recallEndpoint = (): Endpoint | null => recallValue<Endpoint>("endpoint", "tab");

/** Null stands for the rehearsal. */
export const rememberEndpoint = (endpoint: Endpoint | null): void =>
  remember("endpoint", endpoint && JSON.stringify(endpoint), "tab");
