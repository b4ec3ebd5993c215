// What every mode has in common: the stretches of one iteration, what of them counts, and what is read beside the time.
'use strict';

const { speedCost, speedReading, switches } = require('./counters.js');
const { timed, untimed } = require('./stretch.js');

const MOST_SPEED_READINGS = 64;

class Measuring {
  constructor(open, batch, timeNs = 0) {
    this.open = open;
    this.batch = batch;
    this.timeNs = timeNs;
    this.objects = open.taken(open.benchmark);
    this.invocations = 0; // that count
    this.allInvocations = 0;
    this.elapsedNs = 0;
    this.timings = 0;
    this.sampleInvocations = 0;
    this.sampleNs = [];
    this.histogram = null;
    this.speedNs = [];
    this.switched = [-1, -1];
    this.speed = { cost: 0, spent: 0, due: 0 };
  }

  // The time of `invocations` as one stretch, between the fixtures of level Invocation.
  async time(invocations) {
    const { open } = this;
    this.allInvocations += invocations;
    if (!open.hasInvocationFixtures) return timed(open, this.objects, invocations);
    await open.begin('Invocation');
    const took = await timed(open, this.objects, invocations);
    await open.end('Invocation');
    return took;
  }

  // Batches that are not timed.
  async skip(batches) {
    const { open, batch } = this;
    this.allInvocations += batches * batch;
    if (!open.hasInvocationFixtures) {
      await untimed(open, this.objects, batches * batch);
      return;
    }
    for (let left = batches; left > 0; left -= 1) {
      await open.begin('Invocation');
      await untimed(open, this.objects, batch);
      await open.end('Invocation');
    }
  }

  // A stretch that counts.
  count(took, invocations) {
    this.invocations += invocations;
    this.elapsedNs += took;
  }

  // One that is so short that the clock's own cost has to be taken off.
  countShort(took, invocations) {
    this.count(took, invocations);
    this.timings += 1;
  }

  // Where the part of the iteration begins that counts.
  begin() {
    if (this.timeNs > 0) this.speed = { cost: speedCost(), spent: 0, due: this.timeNs / MOST_SPEED_READINGS };
    this.before = switches();
  }

  // CPU-speed readings take at most a thousandth of the time, spread over the iteration.
  between(passedNs) {
    const { speed } = this;
    if (passedNs < speed.due || 1000 * (speed.spent + speed.cost) > passedNs) return;
    const reading = speedReading();
    this.speedNs.push(reading);
    speed.spent += reading;
    speed.due = passedNs + this.timeNs / MOST_SPEED_READINGS;
  }

  end() {
    const after = switches();
    this.switched = after.map((now, at) => (now < 0 || this.before[at] < 0 ? -1 : now - this.before[at]));
    return this;
  }
}

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the
// least of three is off by up to two. `run` does it that many times and resolves to how long it took.
async function calibrated(run, aim, single) {
  const enough = Math.max(aim / 8, 1);
  let count = 1;
  let took = single;
  while (took < enough && count < 10_000_000) { // enough to extrapolate from
    count = Math.ceil(count * Math.min(Math.max(enough / Math.max(took, 1) + 1, 2), 10));
    took = await run(count);
  }
  const runs = [];
  for (let turn = 0; turn < 9; turn += 1) runs.push(await run(count));
  runs.sort((a, b) => a - b);
  return aim / (Math.max(runs[4], 1) / count);
}

module.exports = { Measuring, calibrated };
