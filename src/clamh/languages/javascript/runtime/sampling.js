// Mode sample: batches are timed one by one. Every batch is equally likely to be, whatever pattern the benchmark's times
// have, since the number of batches between two timed ones is drawn from a geometric distribution; its mean stays within an
// iteration, so that slow and fast stretches of it weigh what they are.
'use strict';

const { clock, elapsed } = require('./clock.js');
const { Histogram } = require('./histogram.js');
const { Measuring, calibrated } = require('./measuring.js');
const { last } = require('./stretch.js');

const { floor, log, log1p, min } = Math;
const PERIOD_NS = 50_000; // from sample to sample: 20 a millisecond, as in JMH
const MOST_SKIPPED = 2 ** 40;

// How many batches to skip when each is timed with this chance.
function drawn(random, chance) {
  return chance >= 1 ? 0 : min(floor(log(1 - random.nextDouble()) / log1p(-chance)), MOST_SKIPPED);
}

class Sampling {
  constructor(open, batch, timeNs) {
    this.measuring = new Measuring(open, batch, timeNs);
    this.histogram = new Histogram();
  }

  keep(took) {
    this.measuring.count(took, this.measuring.batch, 1);
    this.histogram.add(took);
  }

  async sample() {
    this.keep(await this.measuring.timeBatch());
  }

  end() {
    this.measuring.histogram = this.histogram.pairs(this.measuring.open.dealt.threads);
    return this.measuring.end();
  }
}

async function sampleTime(open, batch, timeNs) {
  const sampling = new Sampling(open, batch, timeNs);
  const { measuring } = sampling;
  measuring.begin();
  // A long batch is a sample as it is, and so is every other: none is skipped. A second one decides, since the first may
  // have been long by accident.
  const one = await measuring.timeBatch();
  let { start } = last;
  measuring.firstNs = one;
  const alone = one >= timeNs;
  const second = alone || one < PERIOD_NS ? one : await measuring.timeBatch();
  let chance = 1;
  if (alone || (one >= PERIOD_NS && second >= PERIOD_NS / 2)) {
    sampling.keep(one);
    if (!alone) sampling.keep(second);
  } else {
    const run = async (batches) => {
      const from = clock.now();
      await measuring.skip(batches);
      return elapsed(from, clock.now());
    };
    // A counted clock says nothing of how long more batches take.
    chance = 1 / (clock.counted ? PERIOD_NS / second : await calibrated(run, PERIOD_NS, second));
    start = clock.now();
    last.stop = start;
  }
  while (last.stop - start < timeNs || measuring.timings === 0) {
    const batches = drawn(open.gaps, chance);
    if (batches > 0) await measuring.skip(batches);
    await sampling.sample();
    measuring.between(last.stop - start);
  }
  return sampling.end();
}

async function sampleCount(open, batch, count) {
  const sampling = new Sampling(open, batch, 0);
  sampling.measuring.begin();
  for (let left = count; left > 0; left -= 1) await sampling.sample();
  return sampling.end();
}

module.exports = { PERIOD_NS, drawn, sampleCount, sampleTime };
