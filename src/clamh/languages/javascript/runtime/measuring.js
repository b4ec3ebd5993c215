// What every mode has in common: the stretches of one iteration, what of them counts, and what is read beside the time.
'use strict';
const { Failure, raised } = require('./failure.js');
const { speedCost, speedReading, switches, waited } = require('./counters.js');
const { batched, sampled, skipped } = require('./stretch.js');

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
    this.firstNs = null; // of a trial's first iteration: its first invocation, in modes sample and ss its first batch
    this.histogram = null;
    this.speedNs = [];
    this.switched = [-1, -1];
    this.waitedNs = -1;
    this.speed = { cost: 0, spent: 0, due: 0 };
    this.counters = {};
    this.said = null; // by Operations, of what counts; null: the benchmark takes none
    this.allSaid = null;
    this.operations = open.benchmark.takes.includes('Operations') ? open.given.get('Operations') : null;
    this.saidFirst = this.operations?.total;
    this.control = open.seat === null ? open.given.get('Control') : undefined; // several threads: see together.js
    this.marked = null; // what user code had counted when the part ended that counts
    this.over = null; // what it counted after that, of each counter
    this.kept = null; // the histogram of several threads' mode sample
    if (this.control !== undefined) this.control.startMeasurement = true;
  }

  // The time of a sample, see stretch.js.
  async time(invocations) {
    this.allInvocations += invocations;
    return sampled(this.open, this.objects, invocations);
  }

  // The time of one batch.
  async timeBatch() {
    this.allInvocations += this.batch;
    return batched(this.open, this.objects, this.batch);
  }

  async skip(batches) {
    this.allInvocations += batches * this.batch;
    await skipped(this.open, this.objects, batches, this.batch);
  }

  // A time that counts, with how many of its stretches are so short that the clock's own cost has to be taken off.
  count(took, invocations, timings) {
    this.invocations += invocations;
    this.elapsedNs += took;
    this.timings += timings;
  }

  // Where the part of the iteration begins that counts.
  begin() {
    if (this.open.dealt.thread > 0) this.speed.due = Infinity; // one thread reads it
    else if (this.timeNs > 0) this.speed = { cost: speedCost(), spent: 0, due: this.timeNs / MOST_SPEED_READINGS };
    for (const counter of this.open.needs.counters) counter.zero?.(this.open.objects.get(counter.owner));
    this.saidBefore = this.operations?.total;
    this.before = [...switches(this.open.seat !== null), waited()];
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

  end(marked = null) {
    const after = [...switches(this.open.seat !== null), waited()];
    const passed = after.map((now, at) => (now < 0 || this.before[at] < 0 ? -1 : now - this.before[at]));
    [this.waitedNs] = passed.splice(2);
    this.switched = passed;
    if (this.control !== undefined) this.control.stopMeasurement = true;
    if (this.open.seat !== null) this.marked = marked ?? this.mark();
    if (this.operations !== null) {
      const { total } = this.operations;
      this.said = number((this.marked === null ? total : this.marked.total) - this.saidBefore, 'Operations');
      this.allSaid = number(total - this.saidFirst, 'Operations');
    }
    return this;
  }

  // Of several threads: what user code has counted so far. What follows may turn out not to count.
  mark() {
    this.marked = { total: this.operations?.total, counters: this.readings() };
    return this.marked;
  }

  // Of several threads, when all have finished: what was counted after the end of what counts does not belong to it.
  ended() {
    const before = this.marked.counters;
    this.over = this.readings().map((now, at) => now - before[at]);
    if (this.operations !== null) this.allSaid = number(this.operations.total - this.saidFirst, 'Operations');
    if (this.kept !== null) this.histogram = this.kept.pairs(this.open.dealt.threads);
    return this;
  }

  readings() {
    return this.open.needs.counters.map(({ name, owner, read }) => {
      let value;
      try {
        value = read(this.open.objects.get(owner));
      } catch (error) {
        throw raised('benchmark', name, error);
      }
      return number(value, name);
    });
  }

  // What was counted, once the teardowns have run, as in JMH.
  readCounters() {
    this.readings().forEach((value, at) => {
      this.counters[this.open.needs.counters[at].name] = value - (this.over === null ? 0 : this.over[at]);
    });
  }
}

// What user code counted. Throws Failure for what is no finite number.
function number(value, name) {
  const found = typeof value === 'bigint' ? Number(value) : value;
  if (Number.isFinite(found)) return found;
  throw new Failure('benchmark', name, `${String(found)} is no number that can be counted`);
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
