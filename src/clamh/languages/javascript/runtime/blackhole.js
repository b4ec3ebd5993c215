// Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
//
// A number is compared with one that it never equals: V8 must have it to know, and makes no object of it. (A field would
// lose: of two numbers stored one after the other V8 drops the first store, and with it what was computed.) Everything
// else is kept for a while, at a place that changes, so that it is really made.
'use strict';

class Blackhole {
  constructor() {
    this.unlike = 4.9406564584124654e-300;
    this.ring = [null, null, null, null];
    this.at = 0;
  }

  consume(value) {
    if (typeof value === 'number') {
      if (value === this.unlike) this.at = 0;
    } else {
      this.at = (this.at + 1) & 3;
      this.ring[this.at] = value;
    }
  }
}

// Answers the protocol's `invoke`, in a process that never measures: it writes down what it is given.
class RecordingBlackhole {
  constructor(record) {
    this.record = record;
  }

  consume(value) {
    this.record(value);
  }
}

module.exports = { Blackhole, RecordingBlackhole };
