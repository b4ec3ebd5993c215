// Mode sample: batches are timed one by one. Every batch is equally likely to be, whatever pattern the benchmark's times
// have, since the number of batches between two timed ones is drawn from a geometric distribution; its mean stays within an
// iteration, so that slow and fast stretches of it weigh what they are.
'use strict';

const { clock, elapsed } = require('./clock.js');
const { Histogram } = require('./histogram.js');
const { Measuring, calibrated } = require('./measuring.js');

const { floor, log } = Math;
const PERIOD_NS = 50_000; // from sample to sample: 20 a millisecond
const MOST_SKIPPED = 2 ** 40;

// Draws how many batches to skip, 0 with probability `share`.
function skipped(random, share) {
  if (share >= 1) return 0;
  return Math.min(floor(log(1 - random.nextDouble()) / log(1 - share)), MOST_SKIPPED);
}

// The share of batches to time, from what one of them costs; also [time, …] of those timed for it that count.
async function sharing(measuring, timeNs) {
  const one = await measuring.time(measuring.batch);
  if (clock.counted || one >= timeNs) return [1, [one]];
  const second = one >= PERIOD_NS ? await measuring.time(measuring.batch) : one;
  if (one >= PERIOD_NS && second >= PERIOD_NS) return [1, [one, second]];
  const run = async (batches) => {
    const start = clock.now();
    await measuring.skip(batches);
    return elapsed(start, clock.now());
  };
  return [Math.min(1 / await calibrated(run, PERIOD_NS, second), 1), []];
}

async function measureSample(open, batch, timeNs, count) {
  const measuring = new Measuring(open, batch, timeNs);
  const histogram = new Histogram();
  const keep = (took) => {
    measuring.countShort(took, batch);
    histogram.add(took);
  };
  measuring.begin();
  const begun = clock.now();
  if (timeNs > 0) {
    const [share, timed] = await sharing(measuring, timeNs);
    for (const took of timed) keep(took);
    const start = timed.length > 0 ? begun : clock.now(); // what calibrating took is not of the iteration's time
    for (let passed = elapsed(start, clock.now()); passed < timeNs || measuring.timings === 0; passed = elapsed(start, clock.now())) {
      const batches = skipped(open.gaps, share);
      if (batches > 0) await measuring.skip(batches);
      keep(await measuring.time(batch));
      measuring.between(passed);
    }
  } else {
    for (let at = 0; at < count; at += 1) keep(await measuring.time(batch));
  }
  measuring.histogram = histogram.pairs();
  return measuring.end();
}

module.exports = { measureSample, skipped };
