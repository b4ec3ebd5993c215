// Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
//
// A number is compared with one that it never equals: V8 must have it to know, and makes no object of it. (A field would
// lose: of two numbers stored one after the other V8 drops the first store, and with it what was computed.) Everything
// else is kept for a while, at a place that changes, so that it is really made.

const { imul } = Math;
const MOST_TOKENS = 2 ** 31 - 12; // the count stays a small integer

class Blackhole {
  constructor() {
    this.unlike = 4.9406564584124654e-300;
    this.ring = [null, null, null, null];
    this.at = 0;
    // For consumeCPU: what t begins with, and what it is compared with at the end, the lowest 16 bits first. An element of
    // a typed array is never a constant to V8.
    this.cpu = new Int32Array(8);
    this.cpu[0] = 1;
    this.cpu[4] = 42;
  }

  consume(value) {
    if (typeof value === 'number') {
      if (value === this.unlike) this.at = 0;
    } else {
      this.at = (this.at + 1) & 3;
      this.ring[this.at] = value;
    }
  }

  // JMH's arithmetic on 64 bits, t += (t × 0x5DEECE66D + 0xB + i) & (2^48 − 1) for i = tokens … 1, in pieces of 16 bits:
  // doubles hold 53, and a BigInt is an object. Each turn needs the one before it, so the time is linear in the tokens.
  consumeCPU(tokens) {
    if (tokens > MOST_TOKENS) throw new RangeError(`consumeCPU: ${tokens} tokens are more than ${MOST_TOKENS}`);
    const { cpu } = this;
    let t0 = cpu[0];
    let t1 = cpu[1];
    let t2 = cpu[2];
    let t3 = cpu[3];
    for (let i = tokens; i > 0; i -= 1) {
      const added = i + 0xb;
      const low = imul(t0, 0xe66d); // × 0x0005_DEEC_E66D, a piece by a piece
      const cross = imul(t0, 0xdeec);
      const other = imul(t1, 0xe66d);
      const s0 = (low & 0xffff) + (added & 0xffff);
      const s1 = (low >>> 16) + (cross & 0xffff) + (other & 0xffff) + (added >>> 16) + (s0 >>> 16);
      const s2 = imul(t0, 5) + imul(t1, 0xdeec) + imul(t2, 0xe66d) + (cross >>> 16) + (other >>> 16) + (s1 >>> 16);
      const u0 = t0 + (s0 & 0xffff);
      const u1 = t1 + (s1 & 0xffff) + (u0 >>> 16);
      const u2 = t2 + (s2 & 0xffff) + (u1 >>> 16);
      t0 = u0 & 0xffff;
      t1 = u1 & 0xffff;
      t2 = u2 & 0xffff;
      t3 = t3 + (u2 >>> 16) & 0xffff;
    }
    if (t0 === cpu[4] && t1 === cpu[5] && t2 === cpu[6] && t3 === cpu[7]) cpu[0] += 1;
  }
}

// Answers the protocol's `invoke`, in a process that never measures: it writes down what it is given.
class RecordingBlackhole extends Blackhole {
  constructor(record) {
    super();
    this.record = record;
  }

  consume(value) {
    this.record(value);
  }
}

module.exports = { Blackhole, RecordingBlackhole };
