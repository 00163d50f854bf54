import { useEffect, useState } from "react";
import type { Place } from "../state/place.js";
import { useWords } from "../words/words.js";
import { Button } from "./parts.js";
import { useLink } from "./use-place.js";

const confirmMs = 2000;

export function useCopy(): readonly [boolean, (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, (text) => void copy(text).then(setCopied)];
}

/**
 * Returns whether the text was copied. If the browser allows no access to the clipboard, for example without HTTPS, a
 * dialog shows the text to copy by hand.
 */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    globalThis.prompt("", text);
    return false;
  }
}

export function CopyLink({ place }: { readonly place: Place }) {
  const { shell } = useWords();
  const link = useLink();
  const [isCopied, copyText] = useCopy();
  return (
    <Button
      className="copy"
      icon={isCopied ? "check" : "link"}
      label={isCopied ? shell.copied : shell.copyLink}
      onClick={() => copyText(link(place))}
    />
  );
}
