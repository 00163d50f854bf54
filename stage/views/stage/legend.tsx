import { useEffect, useState } from "react";
import { recall, remember } from "../../state/browser-storage.js";
import { useWords } from "../../words/words.js";
import { Button } from "../parts.js";

const shownMs = 20_000;

const signs = ["seat", "number", "dots", "lamp"] as const;

export function Legend() {
  const { legend } = useWords();
  return (
    <dl className="legend">
      {signs.map((sign) => (
        <div key={sign}>
          <dt>
            <span className={`sign sign-${sign}`} aria-hidden="true">
              {sign === "seat" && "Ag"}
              {sign === "number" && "7"}
              {sign === "dots" && [1, 2, 3].map((dot) => <i key={dot} />)}
            </span>
            {legend[sign].name}
          </dt>
          <dd>{legend[sign].meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns whether to show the legend, and a function that hides it for good in this browser. */
export function useFirstLegend(): readonly [boolean, () => void] {
  const [isNew, setNew] = useState(() => recall("legend") === null);
  return [
    isNew,
    () => {
      remember("legend", "seen");
      setNew(false);
    },
  ];
}

/** Disappears after a while even if it was never in view, because the help menu shows the legend too. */
export function FirstLegend({ onEnd }: { readonly onEnd: () => void }) {
  const { legend } = useWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time runs once
  useEffect(() => {
    const timer = setTimeout(onEnd, shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className="first-legend" aria-label={legend.title}>
      <Legend />
      <Button onClick={onEnd}>{legend.skip}</Button>
    </section>
  );
}
