import { useContext } from "react";
import { api } from "../../net/api.js";
import { useWords } from "../../words/words.js";
import { useCopy } from "../copy.js";
import { ExtrasContext } from "../extras.js";
import { Button } from "../parts.js";
import { addressOf } from "../use-route.js";
import type { Run } from "./use-request.js";

interface InviteProps {
  readonly thread: string;
  /** The participant for whom the invited person will speak. */
  readonly name: string;
  readonly run: Run;
}

export function Invite({ thread, name, run }: InviteProps) {
  const { takePart, shell } = useWords();
  const [isCopied, copyText] = useCopy();
  const { canInvite } = useContext(ExtrasContext);
  const invite = async () => {
    const { token } = await api.invite(thread, name);
    const link = new URL(location.href);
    link.search = token === null ? "" : `?${new URLSearchParams({ token })}`;
    link.hash = addressOf("talk", thread, "seat", name);
    copyText(link.href);
  };
  if (!canInvite) return null;
  return (
    <Button className="invite" icon={isCopied ? "check" : "link"} onClick={() => void run(invite())}>
      {isCopied ? shell.copied : takePart.invite}
    </Button>
  );
}
