/** Lines that were written down before: every time somebody is asked, the next one is the answer. */
import { createInterface, type Interface } from "node:readline";
import type { Input } from "./io.js";
import type { LineSource } from "./line-source.js";

export class PipedLines implements LineSource {
  private readonly reader: Interface | undefined;
  private readonly lines: AsyncIterator<string> | undefined;

  constructor(
    private readonly input: Input,
    private readonly show: (heading: string) => void,
  ) {
    // The scenario itself may have come this way: then nothing is left, and no event will tell.
    if (input.readableEnded) return;
    this.reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    // From the beginning, because lines may come before anybody asks.
    this.lines = this.reader[Symbol.asyncIterator]();
    input.on("error", this.end);
  }

  async ask(heading: string): Promise<string | undefined> {
    this.show(heading);
    return this.next();
  }

  /** Reads no more. Resolves to the lines that came and were not asked for, and whether they are all there were. */
  async close(): Promise<{ readonly unused: readonly string[]; readonly isAll: boolean }> {
    const isAll = this.input.readableEnded;
    this.end();
    this.input.off("error", this.end);
    const unused: string[] = [];
    for (let line = await this.next(); line !== undefined; line = await this.next()) unused.push(line);
    return { unused, isAll };
  }

  private async next(): Promise<string | undefined> {
    const next = await this.lines?.next();
    return next?.done === false ? next.value : undefined;
  }

  /** What cannot be read has no more lines. */
  private readonly end = (): void => this.reader?.close();
}
