/** A page that starts a debate, shows it, and sends a reader's question. */
import { createElement } from "react";
import { useConversation } from "rostrum/react";

export function DebatePage({ address }: { readonly address: string }) {
  const { messages, status, error, start, say } = useConversation(address);
  const begin = () => start("round-robin", { input: { topic: "Tea or coffee?", maxTurns: 3, seed: 4 } });
  const speeches = messages.map(({ id, speaker, text }) => createElement("p", { key: id }, `${speaker}: ${text}`));
  return createElement(
    "main",
    null,
    ...speeches,
    createElement("button", { type: "button", onClick: begin, disabled: status !== null }, "Begin"),
    createElement("button", { type: "button", onClick: () => say("What about milk?", { from: "Reader" }) }, "Ask"),
    createElement("output", null, error ? error.message : status),
  );
}
