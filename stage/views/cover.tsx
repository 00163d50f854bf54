import type { ConversationDocument } from "../port.js";
import { useWords } from "../words/words.js";
import { Button, Face } from "./parts.js";
import { Mark, Settings } from "./shell.js";
import { addressOf } from "./use-route.js";

interface CoverProps {
  readonly document: ConversationDocument;
  /** The mode, the seed, and whether the export is public. */
  readonly settings: string;
  readonly onPlay: () => void;
}

export function Cover({ document: { title, topic, leader, participants, messages }, settings, onPlay }: CoverProps) {
  const { strip, home, stage } = useWords();
  const turns = messages.at(-1)?.turn ?? 0;
  return (
    <div className="plain">
      <header className="top">
        <span className="mark">
          <Mark /> Rostrum
        </span>
        <div className="actions">
          <Settings />
        </div>
      </header>
      <main id="main" className="cover">
        <p className="soft">{[settings, home.turns(turns)].join(" · ")}</p>
        <h1>
          <bdi>{title ?? topic}</bdi>
        </h1>
        {title !== null && title !== topic && (
          <p className="cover-topic">
            <bdi>{topic}</bdi>
          </p>
        )}
        <ul className="cover-cast">
          {[leader ?? [], participants].flat().map(({ name, role }, index) => (
            <li key={name}>
              <Face name={name} seat={index - (leader ? 1 : 0)} />
              <span>
                <bdi>{name}</bdi>
                {role && <bdi className="soft">{role}</bdi>}
              </span>
            </li>
          ))}
        </ul>
        <p className="cover-acts">
          <Button icon="play" className="main-act" onClick={onPlay}>
            {strip.play}
          </Button>
          <a href={addressOf("text")}>{stage.views.text}</a>
        </p>
      </main>
    </div>
  );
}
