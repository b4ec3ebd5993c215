// Random: xoshiro256** whose four words are the first outputs of SplitMix64, the same numbers in every language
// (protocol/README.md, Random). Its words are kept as 32-bit halves: arithmetic with BigInt makes an object per step.

const { imul } = Math;
const WORD = (1n << 64n) - 1n;
const HALF = 2 ** 32;
const HIGH = 8; // where the halves of the last output are
const LOW = 9;

// The finaliser of SplitMix64; of k also what the seed of thread k differs by, 0 for thread 0.
function mixed(k) {
  let z = BigInt(k);
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return z ^ (z >> 31n);
}

// The outputs of SplitMix64 (Steele, Lea, Flood 2014): unsigned, one after the other.
function* splitmix(seed) {
  for (let state = seed & WORD; ;) {
    state = (state + 0x9e3779b97f4a7c15n) & WORD;
    yield mixed(state);
  }
}

class Random {
  constructor(seed) {
    this.words = new Int32Array(10);
    const drawn = splitmix(BigInt(seed));
    for (let at = 0; at < 8; at += 2) {
      const word = drawn.next().value;
      this.words[at] = Number(word >> 32n);
      this.words[at + 1] = Number(word & 0xffffffffn);
    }
  }

  step() {
    const w = this.words;
    const s0h = w[0];
    const s0l = w[1];
    const s1h = w[2];
    const s1l = w[3];
    const fiveHigh = imul(s1h, 5) + ((s1l >>> 0) * 5 / HALF | 0) | 0;
    const fiveLow = imul(s1l, 5);
    const turnedHigh = fiveHigh << 7 | fiveLow >>> 25;
    const turnedLow = fiveLow << 7 | fiveHigh >>> 25;
    w[HIGH] = imul(turnedHigh, 9) + ((turnedLow >>> 0) * 9 / HALF | 0);
    w[LOW] = imul(turnedLow, 9);
    const s2h = w[4] ^ s0h;
    const s2l = w[5] ^ s0l;
    const s3h = w[6] ^ s1h;
    const s3l = w[7] ^ s1l;
    w[2] = s1h ^ s2h;
    w[3] = s1l ^ s2l;
    w[0] = s0h ^ s3h;
    w[1] = s0l ^ s3l;
    w[4] = s2h ^ (s1h << 17 | s1l >>> 15);
    w[5] = s2l ^ s1l << 17;
    w[6] = s3l << 13 | s3h >>> 19;
    w[7] = s3h << 13 | s3l >>> 19;
  }

  // A BigInt from -2^63 on, or from 0 below a bound of at most 2^63 - 1.
  nextLong(bound) {
    if (bound !== undefined) return this.below(BigInt(bound));
    this.step();
    return BigInt.asIntN(64, BigInt(this.words[HIGH]) << 32n | BigInt(this.words[LOW] >>> 0));
  }

  below(bound) {
    if (bound < 1n || bound >= 1n << 63n) throw new RangeError(`nextLong: ${bound} is no bound from 1 to 2^63 - 1`);
    for (;;) {
      this.step();
      const drawn = (BigInt(this.words[HIGH] >>> 0) << 32n | BigInt(this.words[LOW] >>> 0)) >> 1n;
      const result = drawn % bound;
      if (drawn - result <= (1n << 63n) - bound) return result;
    }
  }

  // From -2^31 on, or from 0 below a bound of at most 2^31 - 1.
  nextInt(bound) {
    this.step();
    if (bound === undefined) return this.words[HIGH];
    if (!(bound >= 1 && bound < 2 ** 31 && Number.isInteger(bound))) {
      throw new RangeError(`nextInt: ${bound} is no bound from 1 to 2^31 - 1`);
    }
    let low = imul(this.words[HIGH], bound) >>> 0;
    if (low < bound) {
      for (const least = (HALF - bound) % bound; low < least; low = imul(this.words[HIGH], bound) >>> 0) this.step();
    }
    const drawn = this.words[HIGH] >>> 0;
    const lower = (drawn & 0xffff) * bound; // the product has up to 63 bits, a double exactly 53
    return Math.floor(((drawn >>> 16) * bound + Math.floor(lower / 65536)) / 65536);
  }

  nextDouble() {
    this.step();
    return ((this.words[HIGH] >>> 0) * 2 ** 21 + (this.words[LOW] >>> 11)) * 2 ** -53;
  }

  nextFloat() {
    this.step();
    return (this.words[HIGH] >>> 8) * 2 ** -24;
  }

  nextBoolean() {
    this.step();
    return this.words[HIGH] < 0;
  }

  // Fills an array or typed array with bytes.
  nextBytes(array) {
    for (let at = 0; at < array.length;) {
      this.step();
      for (let byte = 0; byte < 8 && at < array.length; byte += 1, at += 1) {
        array[at] = (byte < 4 ? this.words[LOW] >>> 8 * byte : this.words[HIGH] >>> 8 * (byte - 4)) & 0xff;
      }
    }
  }
}

module.exports = { Random, mixed, splitmix };
