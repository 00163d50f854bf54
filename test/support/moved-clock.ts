/**
 * A clock that jumps back and forth, for child processes. Uses Debian's `faketime`, but leaves the monotonic clock
 * unchanged, so that timers and durations stay correct.
 */
import { globSync, renameSync, writeFileSync } from "node:fs";
import { draw } from "../../src/base/chance.js";

const library = "{/usr,/usr/local}/lib{,/*}/faketime/libfaketimeMT.so.1";
/** In seconds. */
const furthest = 3600;
/** In milliseconds. */
const longestWait = 800;

function loading(): Readonly<Record<string, string>> {
  const [found] = globSync(library);
  if (!found) throw new Error("faketime is missing; on Debian: apt-get install faketime");
  return { LD_PRELOAD: found, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}

/** Returns environment variables for a process whose clock is wrong by this many seconds. */
export const wrongClock = (seconds: number) => ({ ...loading(), FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s` });

export class MovedClock {
  readonly env: Readonly<Record<string, string>>;
  moves = 0;

  /**
   * @param file - The file from which the processes read the clock's offset.
   * @param seed - Determines all random offsets and pauses.
   */
  constructor(
    private readonly file: string,
    private readonly seed: number,
  ) {
    this.env = { ...loading(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" };
  }

  start(): () => void {
    this.move();
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(() => {
        this.move();
        wait();
      }, this.random("wait") * longestWait);
    };
    wait();
    return () => clearTimeout(timer);
  }

  private move(): void {
    this.moves += 1;
    const offset = Math.round((2 * this.random("offset") - 1) * furthest);
    // Writes another file first and then renames it, so that no process reads an incomplete file.
    writeFileSync(`${this.file}.new`, `${offset < 0 ? "" : "+"}${offset}s\n`);
    renameSync(`${this.file}.new`, this.file);
  }

  private random(salt: string): number {
    return draw({ seed: this.seed, turn: this.moves, purpose: "rule", salt });
  }
}
