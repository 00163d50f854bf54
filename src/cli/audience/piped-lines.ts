/** Lines from a pipe: each question takes the next one. */
import { createInterface, type Interface } from "node:readline";
import type { Input } from "../io.js";
import type { LineSource } from "./person-turns.js";

export class PipedLines implements LineSource {
  private readonly reader: Interface | undefined;
  private readonly lines: AsyncIterator<string> | undefined;

  constructor(
    private readonly input: Input,
    private readonly show: (heading: string) => void,
  ) {
    // The scenario may have come this way. Then nothing is left, and no event will say so.
    if (input.readableEnded) return;
    this.reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    // Lines may arrive before the first question.
    this.lines = this.reader[Symbol.asyncIterator]();
    input.on("error", this.end);
  }

  async ask(heading: string): Promise<string | undefined> {
    this.show(heading);
    return this.next();
  }

  /** Stops reading. Resolves to the unused lines, and whether more could have come. */
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

  private readonly end = (): void => this.reader?.close();
}
