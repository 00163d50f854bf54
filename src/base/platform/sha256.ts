/** SHA-256 (FIPS 180-4), for browsers, where Web Crypto's hashes are asynchronous. */

const isPrime = (number: number) => {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
};

const fractionOf = (number: number) => ((number - Math.floor(number)) * 2 ** 32) | 0;

const primes = Array.from({ length: 311 - 1 }, (_, index) => index + 2).filter(isPrime);
const roundConstants = primes.map((prime) => fractionOf(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime)));

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** Pads the bytes to whole blocks of 64 bytes: appends a single 1 bit, zeros, and the number of bits. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, bytes.length << 3);
  return view;
}

function scheduleOf(block: DataView, offset: number): Int32Array {
  const words = new Int32Array(64);
  const at = (index: number) => words[index] ?? 0;
  for (let index = 0; index < 16; index += 1) words[index] = block.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[index] = at(index - 16) + mixedEarly + at(index - 7) + mixedLate;
  }
  return words;
}

/** Returns the hash in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  const message = padded(bytes);
  const state = Int32Array.from(initialState);
  for (let offset = 0; offset < message.byteLength; offset += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (const [round, word] of scheduleOf(message, offset).entries()) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (roundConstants[round] ?? 0) + word;
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
