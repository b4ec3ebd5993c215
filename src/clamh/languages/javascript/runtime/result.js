// What one thread measured in an iteration or a slice: its timed stretches, what of them counts, and what is read beside the time.

const { Failure, toFailure } = require('./failure.js');
const { readSpeed, readSwitches, readWaited, speedCost } = require('./counters.js');
const { beginCounting, endCounting } = require('./system_counters.js');
const { batched, sampled, skipped } = require('./timing.js');

const MOST_SPEED_READINGS = 64;

class Result {
  constructor(openCase, batch, timeNs = 0) {
    this.openCase = openCase;
    this.batch = batch;
    this.timeNs = timeNs;
    this.objects = openCase.taken(openCase.stub);
    this.invocations = 0; // that count
    this.allInvocations = 0;
    this.elapsedNs = 0;
    this.timings = 0;
    this.sampleInvocations = 0;
    this.sampleNs = [];
    this.firstNs = null; // of a trial's first iteration: its first invocation, in modes sample and ss its first batch
    this.speedNs = [];
    this.speed = { cost: 0, spent: 0, due: 0 };
    this.switches = [];
    this.waitedNs = -1;
    this.operations = openCase.stub.takes.includes('Operations') ? openCase.given.get('Operations') : null;
    this.total = { first: this.operations?.total }; // of Operations: at first, before and after the part that counts, at last
    this.marked = null; // of several threads: what user code had counted when the part ended that counts
    this.aux = [];
  }

  // The time of a sample, see timing.js.
  async time(invocations) {
    this.allInvocations += invocations;
    return sampled(this.openCase, this.objects, invocations);
  }

  // The time of one batch.
  async timeBatch() {
    this.allInvocations += this.batch;
    return batched(this.openCase, this.objects, this.batch);
  }

  async skip(batches) {
    this.allInvocations += batches * this.batch;
    await skipped(this.openCase, this.objects, batches, this.batch);
  }

  // A time that counts, with how many of its stretches are so short that the clock's own cost has to be taken off.
  count(took, invocations, timings) {
    this.invocations += invocations;
    this.elapsedNs += took;
    this.timings += timings;
  }

  // Where the part of the iteration begins that counts.
  begin() {
    const { dealt, isShared, opening } = this.openCase;
    if (dealt.thread > 0) this.speed.due = Infinity; // one thread reads it
    else if (this.timeNs > 0) this.speed = { cost: speedCost(), spent: 0, due: this.timeNs / MOST_SPEED_READINGS };
    if (opening.mode !== 'sample' || this.allInvocations === 0) this.putAux(opening.counters.map(() => 0)); // in mode sample all calls count
    this.total.before = this.operations?.total;
    this.before = [...readSwitches(isShared), readWaited()];
    if (!isShared) beginCounting();
  }

  // CPU-speed readings take at most a thousandth of the time, spread over the iteration.
  between(passedNs) {
    const { speed } = this;
    if (passedNs < speed.due || 1000 * (speed.spent + speed.cost) > passedNs) return;
    const reading = readSpeed();
    this.speedNs.push(reading);
    speed.spent += reading;
    speed.due = passedNs + this.timeNs / MOST_SPEED_READINGS;
  }

  end() {
    if (!this.openCase.isShared) endCounting();
    const after = [...readSwitches(this.openCase.isShared), readWaited()];
    this.switches = after.map((now, at) => (now < 0 || this.before[at] < 0 ? undefined : now - this.before[at]));
    if (this.openCase.isShared && this.marked === null) this.mark();
    this.total.after = this.marked?.total ?? this.operations?.total;
  }

  // Of several threads: what user code has counted so far. What follows may turn out not to count.
  mark() {
    if (this.openCase.isShared && this.openCase.opening.mode !== 'sample') this.marked = { total: this.operations?.total, aux: this.readAux(false) };
  }

  // When all threads have finished: what fields have counted after the end of what counts does not belong to it. They are put back, since a
  // teardown may set them.
  finish() {
    if (this.marked !== null) this.putAux(this.marked.aux);
    this.total.last = this.operations?.total;
    if (this.operations !== null && this.invocations > 0 && this.total.after <= this.total.before) {
      throw new Failure('benchmark', this.openCase.stub.name,
        'it takes Operations, but no invocation reported its operations: call add(n) of it, with n above 0');
    }
  }

  // Into the fields, as the kind of number that each has; methods have none.
  putAux(values) {
    const { objects, opening } = this.openCase;
    opening.counters.forEach(({ owner, put, read }, at) => {
      const object = objects.get(owner);
      if (object !== undefined && put !== null) put(object, typeof read(object) === 'bigint' ? BigInt(values[at]) : values[at]);
    });
  }

  // 0 of methods, which are not called without `withMethods`.
  readAux(withMethods) {
    const { objects, opening } = this.openCase;
    return opening.counters.map(({ name, owner, put, read }) => {
      let value = 0;
      try {
        if (objects.has(owner) && (withMethods || put !== null)) value = read(objects.get(owner));
      } catch (error) {
        throw toFailure('benchmark', name, error);
      }
      return toNumber(value, name);
    });
  }

  // What was counted, once the teardowns have run, as in JMH.
  readCounters() {
    this.aux = this.readAux(true);
  }

  // The entry of `iteration.threads`; what is undefined is not sent.
  toEntry(isFirst) {
    const { dealt, opening } = this.openCase;
    const scaled = (invocations) => Number(BigInt(invocations) * BigInt(opening.operationsPerInvocation)) / this.batch;
    const { first, before, after, last } = this.total;
    const added = (from, to) => toNumber(to - from, 'Operations');
    const [voluntary, involuntary, waited] = this.switches;
    return {
      operations: this.operations === null ? scaled(this.invocations) : added(before, after),
      all_operations: this.operations === null ? scaled(this.allInvocations) : added(first, last),
      elapsed_ns: this.elapsedNs,
      timings: this.timings || undefined,
      sample_invocations: this.sampleNs.length > 0 ? this.sampleInvocations : undefined,
      first_ns: isFirst && this.firstNs !== null ? this.firstNs : undefined,
      function: opening.groupThreads === null ? undefined : dealt.subgroup,
      waited_ns: waited,
      voluntary_switches: voluntary,
      involuntary_switches: involuntary,
      aux: opening.counters.length > 0 ? this.aux : undefined,
    };
  }
}

// What user code counted. Throws Failure for what is no finite number.
function toNumber(value, name) {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (Number.isFinite(number)) return number;
  throw new Failure('benchmark', name, `${String(number)} is no number that can be counted`);
}

module.exports = { Result };
