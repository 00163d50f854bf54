import { useState } from "react";
import { useWords } from "../../words/words.js";
import { Button, Icon } from "../parts.js";

export interface Search {
  readonly text: string;
  readonly hits: number;
  /** The index of the current match, from 0. */
  readonly at: number;
  readonly change: (text: string) => void;
  /** Goes to the next match, or with -1 to the previous one. */
  readonly move: (by: 1 | -1) => void;
}

interface ToolsProps {
  readonly search: Search;
  readonly last: number;
  readonly onTurn: (turn: number) => void;
  readonly showsBids: boolean;
  readonly onBids: (shows: boolean) => void;
}

export function Tools({ search, last, onTurn, showsBids, onBids }: ToolsProps) {
  const { transcript } = useWords();
  return (
    <div className="tools" role="toolbar" aria-label={transcript.tools}>
      <SearchField {...search} />
      <JumpField last={last} onTurn={onTurn} />
      <Button className="quiet" aria-pressed={showsBids} onClick={() => onBids(!showsBids)}>
        {transcript.bids}
      </Button>
    </div>
  );
}

function SearchField({ text, hits, at, change, move }: Search) {
  const { transcript } = useWords();
  const isSearching = text.trim() !== "";
  return (
    <form
      className="find"
      onSubmit={(event) => {
        event.preventDefault();
        move(1);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        placeholder={transcript.search}
        aria-label={transcript.search}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          move(-1);
        }}
      />
      <span className="find-count" role="status">
        {isSearching && transcript.hits(hits === 0 ? 0 : at + 1, hits)}
      </span>
      {isSearching && (
        <>
          <Button icon="up" label={transcript.previousHit} disabled={hits === 0} onClick={() => move(-1)} />
          <Button icon="down" label={transcript.nextHit} disabled={hits === 0} onClick={() => move(1)} />
        </>
      )}
    </form>
  );
}

function JumpField({ last, onTurn }: Pick<ToolsProps, "last" | "onTurn">) {
  const { transcript } = useWords();
  const [typed, setTyped] = useState("");
  if (last === 0) return null;
  return (
    <form
      className="jump"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== "") onTurn(Math.max(0, Math.min(last, Math.round(Number(typed)))));
      }}
    >
      <label>
        <span>{transcript.jump}</span>
        <input
          type="number"
          min={0}
          max={last}
          placeholder={`${last}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </form>
  );
}
