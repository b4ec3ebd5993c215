// Times in buckets as HDR histograms have them: exact below 2,048 ns, from there on 1,024 buckets to each power of two.
'use strict';

const { clz32, floor, log2, max } = Math;
const PRECISION = 10;
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

// Where the cell of a time begins when 2^halved buckets to each power of two are one; beyond that powers of two are joined.
function cellOf(ns, halved) {
  if (ns < 2) return ns;
  const octave = floor(log2(ns));
  const kept = PRECISION - halved;
  if (kept < 0) return 2 ** (octave - octave % (1 - kept));
  const width = 2 ** max(0, octave - kept);
  return floor(ns / width) * width;
}

function cells(used, halved) {
  return used.reduce((sum, bucket, at) => sum + (at === 0 || cellOf(leastOf(bucket), halved) !== cellOf(leastOf(used[at - 1]), halved)), 0);
}

class Histogram {
  constructor() {
    this.counts = new Float64Array(BUCKETS);
  }

  add(ns) {
    this.counts[bucketOf(ns)] += 1;
  }

  // [value, count, value, count, …], ascending, of one of so many threads: where they are too many, buckets are made wider, all of them by
  // the same share of a time, so that the last one, the longest time, is as exact as the others. A wide one has the mean of what is in it.
  pairs(threads = 1) {
    const used = [];
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) if (this.counts[bucket] > 0) used.push(bucket);
    const most = floor(MOST_PAIRS / threads);
    let halved = 0;
    while (halved < 64 && cells(used, halved) > most) halved += 1;
    const found = [];
    let [begin, buckets, count, sum] = [-1, 0, 0, 0];
    for (const bucket of used) {
      const value = leastOf(bucket);
      if (cellOf(value, halved) !== begin) [begin, buckets, count, sum] = [cellOf(value, halved), 0, 0, 0];
      else found.length -= 2;
      [buckets, count, sum] = [buckets + 1, count + this.counts[bucket], sum + this.counts[bucket] * value];
      found.push(buckets === 1 ? value : floor(sum / count), count);
    }
    return found;
  }
}

module.exports = { Histogram, bucketOf, leastOf };
