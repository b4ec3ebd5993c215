// The measured iteration: how many invocations make a sample, and the series of samples.
'use strict';

const { clock, elapsed } = require('./clock.js');
const { speedCost, speedReading, switches } = require('./counters.js');
const { settled, thenable } = require('./waiting.js');

// Taken once: this realm looks a global up anew each time, for 0.3 µs, and these stand between clock readings.
const { min } = Math;

const MOST_SAMPLES = 2000;
const AIMED_SAMPLES = 1000; // half, so that a benchmark that becomes faster rarely needs a fold
const SHORTEST_SAMPLE = 1000; // in clock resolutions
const MOST_SPEED_READINGS = 64;
const MOST_AT_ONCE = 2 ** 30; // a stub counts in small integers

const kept = [undefined]; // what a sample returned

// How long `invocations` of an open case took, in ns. Whether they have to be awaited, the first one of all tells.
async function timed(open, objects, invocations) {
  if (open.awaited === null) return first(open, objects, invocations);
  const stub = open.benchmark;
  if (open.awaited) {
    let stop = 0; // read as soon as the stub is done: our own waiting costs a microsecond, a hundredth of a short sample
    const stopped = () => { stop = clock.now(); };
    let took = 0;
    for (let left = invocations; left > 0; left -= MOST_AT_ONCE) {
      const start = clock.now();
      await settled(stub.awaited(objects, min(left, MOST_AT_ONCE)).then(stopped));
      took += elapsed(start, stop);
    }
    return took;
  }
  const { repeat } = stub;
  if (invocations > MOST_AT_ONCE) return long(repeat, objects, invocations);
  const start = clock.now();
  kept[0] = repeat(objects, invocations);
  return elapsed(start, clock.now());
}

function long(repeat, objects, invocations) {
  const start = clock.now();
  for (let left = invocations; left > 0; left -= MOST_AT_ONCE) kept[0] = repeat(objects, min(left, MOST_AT_ONCE));
  return elapsed(start, clock.now());
}

async function first(open, objects, invocations) {
  const stub = open.benchmark;
  const start = clock.now();
  const returned = stub.repeat(objects, 1);
  open.awaited = thenable(returned);
  if (open.awaited) await settled(returned);
  const took = elapsed(start, clock.now());
  return invocations > 1 ? took + await timed(open, objects, invocations - 1) : took;
}

class Loop {
  constructor(open) {
    this.open = open;
    this.objects = open.taken(open.benchmark);
    this.result = {
      invocations: 0, allInvocations: 0, elapsedNs: 0, sampleInvocations: 0, sampleNs: [], speedNs: [], switched: [-1, -1],
    };
  }

  time(invocations) {
    this.result.allInvocations += invocations;
    return timed(this.open, this.objects, invocations);
  }

  keep(took) {
    const { result } = this;
    result.invocations += result.sampleInvocations;
    result.elapsedNs += took;
    result.sampleNs.push(took);
  }

  // Neighbours become one sample of twice the length: the series stays uniform and bounded.
  fold() {
    const { result } = this;
    const series = result.sampleNs;
    result.sampleNs = series.filter((_, at) => at % 2 === 0).map((took, pair) => took + series[2 * pair + 1]);
    result.sampleInvocations *= 2;
  }

  watched(before) {
    const after = switches();
    this.result.switched = after.map((now, at) => (now < 0 || before[at] < 0 ? -1 : now - before[at]));
    return this.result;
  }
}

// How many invocations make a sample of `aim`; median of nine short runs, as the least of three is off by up to two.
async function calibrated(loop, aim, single) {
  const enough = Math.max(aim / 8, 1);
  let count = 1;
  let took = single;
  while (took < enough && count < 10_000_000) { // enough to extrapolate from
    count = Math.ceil(count * Math.min(Math.max(enough / Math.max(took, 1) + 1, 2), 10));
    took = await loop.time(count);
  }
  const runs = [];
  for (let run = 0; run < 9; run += 1) runs.push(await loop.time(count));
  runs.sort((a, b) => a - b);
  return Math.max(Math.floor(aim / (Math.max(runs[4], 1) / count) + 0.5), 1);
}

async function measureTime(open, timeNs) {
  const loop = new Loop(open);
  const { result } = loop;
  // Twice the shortest: a machine that speeds up between two samples would otherwise fall below it now and then.
  const aim = clock.counted ? 1 : Math.max(2 * SHORTEST_SAMPLE * clock.resolutionNs, timeNs / AIMED_SAMPLES);

  // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
  // second one decides, since the first may have been long by accident (code not compiled, a switch).
  result.sampleInvocations = 1;
  const one = await loop.time(1);
  if (one >= timeNs) {
    loop.keep(one);
  } else {
    const second = one >= aim ? await loop.time(1) : one;
    if (one >= aim && second >= aim / 2) {
      loop.keep(one);
      loop.keep(second);
    } else {
      result.sampleInvocations = await calibrated(loop, aim, second);
    }
  }

  // CPU-speed readings take at most a thousandth of the time, spread over the iteration.
  const cost = speedCost();
  let spent = 0;
  let due = timeNs / MOST_SPEED_READINGS;
  const before = switches();
  while (result.elapsedNs < timeNs) {
    if (result.sampleNs.length === MOST_SAMPLES) loop.fold();
    loop.keep(await loop.time(result.sampleInvocations));
    if (result.elapsedNs >= due && 1000 * (spent + cost) <= result.elapsedNs) {
      const reading = speedReading();
      result.speedNs.push(reading);
      spent += reading;
      due = result.elapsedNs + timeNs / MOST_SPEED_READINGS;
    }
  }
  return loop.watched(before);
}

async function measureCount(open, invocations) {
  const loop = new Loop(open);
  loop.result.sampleInvocations = invocations;
  const before = switches();
  loop.keep(await loop.time(invocations));
  return loop.watched(before);
}

module.exports = { measureCount, measureTime, timed };
