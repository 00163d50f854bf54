/** Renders a hook with React DOM, in an imitation of a document that has only what React needs for an empty page. */
import { createElement, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";

/** React can attach a root to this element, but nothing is rendered into it. */
function createContainer(): Parameters<typeof createRoot>[0] {
  const target = { addEventListener() {}, removeEventListener() {}, nodeType: 9, nodeName: "#document" };
  const ownerDocument = Object.assign(target, {
    activeElement: null,
    defaultView: { HTMLIFrameElement: class {} },
  });
  const container = { ...target, nodeType: 1, nodeName: "DIV", tagName: "DIV", ownerDocument, textContent: "" };
  return container as object as Parameters<typeof createRoot>[0];
}

export class RenderedHook<Props extends object, Result> {
  readonly results: Result[] = [];
  private readonly root: Root;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly useHook: (props: Props) => Result,
    props: Props,
  ) {
    // React looks up the current event on `window`.
    Object.assign(globalThis, { window: globalThis });
    this.root = createRoot(createContainer());
    this.render(props);
  }

  get current(): Result {
    return this.results.at(-1) as Result;
  }

  render(props: Props): void {
    this.root.render(createElement(StrictMode, null, createElement(this.page, { props })));
  }

  private readonly page = ({ props }: { readonly props: Props }) => {
    this.results.push(this.useHook(props));
    for (const look of this.waiting) look();
    return null;
  };

  async until(isWanted: (result: Result) => boolean): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const look = () => {
      if (this.results.length > 0 && isWanted(this.current)) resolve(this.current);
    };
    this.waiting.add(look);
    look();
    const result = await promise;
    this.waiting.delete(look);
    return result;
  }

  unmount(): void {
    this.root.unmount();
  }
}
