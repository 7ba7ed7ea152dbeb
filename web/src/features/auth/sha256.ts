/**
 * SHA-256 of a text of ASCII letters, as 32-bit words. The browser's own answers only later, through a
 * promise, which for a hundred thousand short texts takes far longer than the hashing.
 */
export function sha256(text: string): Uint32Array {
  const blocks = ((text.length + 8) >> 6) + 1;
  const words = new Uint32Array(blocks * 16);
  for (let i = 0; i < text.length; i++) {
    words[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  }
  words[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
  words[words.length - 1] = text.length * 8;
  const hash = Uint32Array.from(START);
  for (let block = 0; block < words.length; block += 16) {
    mix(hash, words, block);
  }
  return hash;
}

/** How many zero bits a hash starts with. */
export function zeroBits(hash: Uint32Array): number {
  let bits = 0;
  for (const word of hash) {
    bits += Math.clz32(word);
    if (word !== 0) {
      break;
    }
  }
  return bits;
}

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) {
  if (primes.every((prime) => n % prime !== 0)) {
    primes.push(n);
  }
}
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const K = Uint32Array.from(primes.map((prime) => fraction(Math.cbrt(prime))));
const w = new Uint32Array(64);

function mix(hash: Uint32Array, words: Uint32Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    w[i] = words[at + i]!;
  }
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    hash[i]! += value;
  });
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
