/** Server-sent events, read piece by piece. */

/** The data of each event in a stream of text. Comments, such as heartbeats, are `null`: they say that the connection lives. */
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
