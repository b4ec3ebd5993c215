// Times in buckets as HDR histograms have them: exact below 2,048 ns, from there on 1,024 buckets to each power of two.
'use strict';

const { clz32, floor } = Math;
const EXACT = 2048;
const MOST_PAIRS = 20_000; // of all threads together: they are one line
const BUCKETS = 43 * 1024 + EXACT; // up to 2^53 ns

// A time of at most 31 bits, or its upper 31 bits, has the bucket of its 11 leading ones.
function bucketOf(ns) {
  if (ns < EXACT) return ns;
  const halvings = ns < 2 ** 31 ? 21 - clz32(ns) : 42 - clz32(floor(ns / 2 ** 21));
  return halvings * 1024 + floor(ns / 2 ** halvings);
}

// The least time of a bucket, which stands for all of it, as in JMH.
function leastOf(bucket) {
  const halvings = bucket < EXACT ? 0 : (bucket >> 10) - 1;
  return (bucket - halvings * 1024) * 2 ** halvings;
}

class Histogram {
  constructor() {
    this.counts = new Float64Array(BUCKETS);
  }

  add(ns) {
    this.counts[bucketOf(ns)] += 1;
  }

  // [value, count, value, count, …], ascending, of one of so many threads: neighbours are joined, by weight, until they fit.
  pairs(threads = 1) {
    const found = [];
    const used = this.counts.reduce((sum, count) => sum + (count > 0), 0);
    const joined = Math.ceil(used / floor(MOST_PAIRS / threads));
    let [together, weighted, taken] = [0, 0, 0];
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const count = this.counts[bucket];
      if (count === 0) continue;
      [together, weighted, taken] = [together + count, weighted + count * leastOf(bucket), taken + 1];
      if (taken % joined !== 0 && taken !== used) continue;
      found.push(joined === 1 ? leastOf(bucket) : floor(weighted / together), together);
      [together, weighted] = [0, 0];
    }
    return found;
  }
}

module.exports = { Histogram, bucketOf, leastOf };
