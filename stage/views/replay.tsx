/**
 * Replays the document in the HTML file, without a server. Begins with the cover, unless the address names a place in
 * the conversation.
 */
import { useEffect, useMemo, useState } from "react";
import { follow, newTalk } from "../../src/apps/react/talk.js";
import type { ConversationDocument } from "../port.js";
import { eventsOf } from "../state/from-document.js";
import { useWords } from "../words/words.js";
import { Conversation } from "./conversation.js";
import { Cover } from "./cover.js";
import { Help } from "./menu.js";
import { Settings } from "./shell.js";
import { useRecord } from "./use-record.js";
import { wordsIn } from "./use-route.js";

export function Replay({ document }: { readonly document: ConversationDocument }) {
  const { replay, modes } = useWords();
  const talk = useMemo(() => follow(newTalk, eventsOf(document)), [document]);
  const record = useRecord(talk.events);
  const { isPublic, topic, title, mode, seed, usage, toolCalls, stopDraws } = document;
  const [opened, setOpened] = useState<"play" | "place" | null>(wordsIn(location.hash).length > 0 ? "place" : null);
  useEffect(() => {
    const onPlace = () => setOpened((before) => before ?? "place");
    addEventListener("hashchange", onPlace);
    return () => removeEventListener("hashchange", onPlace);
  }, []);
  const settings = [replay.settings(modes[mode]?.name ?? mode, seed), isPublic && replay.publicCopy]
    .filter(Boolean)
    .join(" · ");
  if (opened === null) return <Cover document={document} settings={settings} onPlay={() => setOpened("play")} />;
  return (
    <Conversation
      talk={talk}
      record={record}
      topic={topic}
      highestBid={null}
      costs={
        isPublic ? null : { rows: usage.rows, money: usage.money, prices: usage.prices, budget: {}, spentBefore: {} }
      }
      toolCalls={toolCalls}
      stopDraws={stopDraws}
      retries={[]}
      isReplay
      startsPlaying={opened === "play"}
      heading={
        <div className="heading">
          <h1>
            <bdi>{title ?? topic}</bdi>
          </h1>
          <p className="soft">{settings}</p>
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
