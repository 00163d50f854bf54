import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../words/words.js";
import { Button, type IconName } from "./parts.js";
import { Legend } from "./stage/legend.js";

export function Menu({ label, icon, children }: { label: string; icon: IconName; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // With a layout effect, the listeners exist as soon as the menu is visible.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event) => {
      const isInside = box.current?.contains(event.target as Node) ?? false;
      const isChosen = event.type === "click" && list.current?.contains(event.target as Node);
      if (isChosen || (event.type === "pointerdown" && !isInside) || (event as KeyboardEvent).key === "Escape")
        setOpen(false);
    };
    const events = ["keydown", "pointerdown", "click"] as const;
    for (const event of events) addEventListener(event, close);
    return () => {
      for (const event of events) removeEventListener(event, close);
    };
  }, [isOpen]);
  return (
    <div className="menu" ref={box}>
      <Button icon={icon} label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className="menu-list" ref={list}>
          {children}
        </div>
      )}
    </div>
  );
}

export function Help() {
  const { help } = useWords();
  return (
    <Menu label={help.label} icon="help">
      <Legend />
      <dl className="keys">
        {help.keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Menu>
  );
}
