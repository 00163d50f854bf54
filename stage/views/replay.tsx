/** The page of an exported conversation. Replays the document in the HTML file, without a server. */
import { useMemo } from "react";
import type { ConversationDocument } from "../port.js";
import { eventsOf } from "../state/from-document.js";
import { follow, newTalk } from "../state/talk.js";
import { useWords } from "../words/words.js";
import { Conversation } from "./conversation.js";
import { Help } from "./menu.js";
import { Settings } from "./shell.js";

export function Replay({ document }: { readonly document: ConversationDocument }) {
  const { replay, modes } = useWords();
  const talk = useMemo(() => follow(newTalk, eventsOf(document)), [document]);
  const { isPublic, topic, title, mode, seed, usage, toolCalls, stopDraws } = document;
  return (
    <Conversation
      talk={talk}
      topic={topic}
      highestBid={null}
      costs={isPublic ? null : { rows: usage.rows, money: usage.money, budget: {} }}
      toolCalls={toolCalls}
      stopDraws={stopDraws}
      retries={[]}
      isReplay
      heading={
        <div className="heading">
          <h1>
            <bdi>{title ?? topic}</bdi>
          </h1>
          <p className="soft">
            {[replay.settings(modes[mode]?.name ?? mode, seed), isPublic && replay.publicCopy]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      }
      actions={
        <>
          <Help />
          <Settings />
        </>
      }
    />
  );
}
