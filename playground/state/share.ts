/** Packs a scenario into the part of a link after `#`, which browsers do not send to any server. */

export interface Shared {
  readonly yaml: string;
  /** The turn to show. Default: the latest. */
  readonly turn?: number;
}

/** The limit for unpacked text, in characters of four bytes, because a short link can contain a very long text. */
const longest = 200_000;

async function through(data: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(transform).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value as Uint8Array);
    size += (read.value as Uint8Array).length;
    if (size > longest * 4) throw new RangeError("too long");
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export async function pack(shared: Shared): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reverses `pack`. Returns null if the text is not a whole result of `pack`. */
export async function unpack(packed: string): Promise<Shared | null> {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const { yaml, turn } = JSON.parse(text) as Partial<Shared>;
    if (typeof yaml !== "string") return null;
    return { yaml, ...(Number.isSafeInteger(turn) && { turn: Number(turn) }) };
  } catch {
    return null;
  }
}
