/** Yields the data of each event, and null for each comment. The server sends comments as heartbeats. */
export async function* readServerSent(pieces: AsyncIterable<string>): AsyncGenerator<string | null, void> {
  let rest = "";
  /** A carriage return at the end of a piece, which may be the first half of a line break. */
  let held = "";
  let data: string[] = [];
  for await (const piece of pieces) {
    const text = held + piece;
    held = text.endsWith("\r") ? "\r" : "";
    // Splits only the new piece, because a large event arrives in many pieces, and splitting all of it again for each
    // piece would be slow.
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/u);
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield data.join("\n");
        data = [];
      } else if (line.startsWith(":")) yield null;
      else if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    }
  }
}
