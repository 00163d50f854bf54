/** Reads server-sent events from a stream. */

/** Yields the data of each event, and null for each comment. The server sends comments as heartbeats. */
export async function* readServerSent(pieces: AsyncIterable<string>): AsyncGenerator<string | null, void> {
  let rest = "";
  let data: string[] = [];
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/u);
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
