/** A group of fields that stays closed until a person opens it, or until one of its fields has a problem. */
import type { ReactNode } from "react";
import { useWords } from "../../words/words.js";

interface FoldProps {
  readonly title: string;
  /** The number of settings in the group that have a value, or of items in a list. */
  readonly count: number;
  readonly children: ReactNode;
}

export function Fold({ title, count, children }: FoldProps) {
  const { begin } = useWords();
  return (
    <details className="field-group">
      <summary>
        <span>{title}</span>
        {count > 0 && <span className="fold-count">{begin.set(count)}</span>}
      </summary>
      {children}
    </details>
  );
}
