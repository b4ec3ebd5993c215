// What is measured of one of several threads in an iteration, from the moment at which all have been set up.
//
// Threads that never wait for each other run in until all run, are timed by samples of a fixed length for as long as
// is asked, and go on until all have finished: whoever is timed has all the others beside it. Threads that may wait for
// each other (groups, and who takes Control) cannot run in alone: they are timed in stretches that follow their own pace, up to the one
// in which the first thread's time is over: in that one the others may have come back early, and it does not count.
'use strict';

const { clock, elapsed } = require('./clock.js');
const { Histogram } = require('./histogram.js');
const { Measuring, calibrated } = require('./measuring.js');
const { PERIOD_NS, drawn } = require('./sampling.js');
const { last } = require('./stretch.js');
const { aimed, fill, keep, slice } = require('./threads.js');

const BEGINNING = 0.01; // of the time: in it threads that may wait find their pace in mode sample
const MOST_AT_ONCE = 2 ** 30;
const HELP_MS = 2;

// `timeNs` or a number of operations, the other of which is 0, as iteration.js has it.
function together(open, phase, timeNs, operations) {
  const measuring = new Measuring(open, open.batch[phase], timeNs);
  const { seat } = open;
  if (timeNs === 0) return counted(open, measuring, operations);
  const kind = open.mode === 'sample' ? new Samples(measuring, open) : new Series(measuring, open);
  return seat.waits ? atOwnPace(seat.meeting, kind, measuring) : free(seat.meeting, kind, measuring);
}

async function free(meeting, kind, measuring) {
  meeting.barrier();
  await kind.prepare();
  meeting.running();
  while (!meeting.allRun()) await kind.untimed();
  meeting.start();
  await kind.run();
  meeting.stop();
  meeting.finished();
  while (!meeting.allFinished()) await kind.untimed();
  return measuring.ended();
}

async function atOwnPace(meeting, kind, measuring) {
  meeting.barrier();
  meeting.start();
  await kind.find(() => meeting.stopped());
  measuring.begin();
  measuring.mark();
  while (!meeting.stopped()) {
    await kind.attempt();
    if (meeting.stopped()) break;
    kind.count();
    measuring.mark();
    if (kind.passed() >= measuring.timeNs && meeting.stop()) break;
  }
  measuring.end(measuring.marked);
  meeting.finished();
  while (!meeting.allFinished()) await measuring.time(1);
  await meeting.leaveCalls(HELP_MS, () => measuring.time(1));
  return measuring.ended();
}

// Modes avgt, thrpt and wall.
class Series {
  constructor(measuring, open) {
    this.measuring = measuring;
    this.open = open;
    this.aim = aimed(measuring.timeNs);
    this.invocations = 1; // of the stretch at one's own pace
    this.took = 0;
    this.begun = 0;
  }

  // The fixed length of a sample, as of one thread (threads.js), but that nothing of it counts.
  async prepare() {
    const { aim, measuring, open } = this;
    measuring.sampleInvocations = 1;
    const one = await measuring.time(1);
    measuring.firstNs = one;
    if (one >= measuring.timeNs || open.hasInvocationFixtures) return;
    const second = one >= aim ? await measuring.time(1) : one;
    if (one >= aim && second >= aim / 2) return;
    const count = await calibrated((invocations) => measuring.time(invocations), aim, second);
    measuring.sampleInvocations = Math.max(Math.floor(count + 0.5), 1);
  }

  async untimed() {
    await this.measuring.time(this.measuring.sampleInvocations);
  }

  async run() {
    const { measuring } = this;
    measuring.begin();
    if (!this.open.hasInvocationFixtures) return fill(measuring, () => measuring.elapsedNs);
    const begun = clock.now();
    last.stop = begun;
    return fill(measuring, () => elapsed(begun, last.stop));
  }

  // No stretch has to be found beforehand: they double.
  async find() {
    this.measuring.sampleInvocations = 0;
    this.begun = clock.now();
  }

  async attempt() {
    this.took = await this.measuring.time(this.invocations);
    this.measuring.firstNs ??= this.took;
  }

  count() {
    const { aim, invocations, measuring, open, took } = this;
    measuring.count(took, invocations, open.hasInvocationFixtures ? invocations : 1);
    measuring.between(this.passed());
    if (took > 4 * aim) this.invocations = Math.max(invocations >> 1, 1);
    else if (took < aim && invocations < MOST_AT_ONCE && !open.hasInvocationFixtures) this.invocations *= 2;
  }

  passed() {
    return this.open.hasInvocationFixtures ? elapsed(this.begun, last.stop) : this.measuring.elapsedNs;
  }
}

// Mode sample.
class Samples {
  constructor(measuring, open) {
    this.measuring = measuring;
    this.open = open;
    this.histogram = new Histogram();
    measuring.kept = this.histogram;
    this.chance = 1;
    this.took = 0;
    this.begun = 0;
  }

  async prepare() {
    const { measuring } = this;
    const one = await measuring.timeBatch();
    measuring.firstNs = one;
    const second = one < PERIOD_NS || one >= measuring.timeNs ? one : await measuring.timeBatch();
    if (one >= measuring.timeNs || (one >= PERIOD_NS && second >= PERIOD_NS / 2)) return;
    const run = async (batches) => {
      const from = clock.now();
      await measuring.skip(batches);
      return elapsed(from, clock.now());
    };
    this.chance = 1 / (clock.counted ? PERIOD_NS / second : await calibrated(run, PERIOD_NS, second));
  }

  async untimed() {
    await this.measuring.timeBatch();
  }

  begin() {
    this.measuring.begin();
    this.begun = clock.now();
    last.stop = this.begun;
  }

  async run() {
    this.begin();
    do {
      await this.attempt();
      this.count();
    } while (this.passed() < this.measuring.timeNs);
    this.measuring.end();
  }

  async find(stopped) {
    const { measuring } = this;
    const from = clock.now();
    let batches = 0;
    do {
      const took = await measuring.timeBatch();
      measuring.firstNs ??= took;
      batches += 1;
    } while (!stopped() && elapsed(from, last.stop) < BEGINNING * measuring.timeNs);
    this.chance = Math.min(Math.max(elapsed(from, last.stop) / batches / PERIOD_NS, 2 ** -40), 1);
    this.begun = last.stop;
  }

  async attempt() {
    const batches = drawn(this.open.gaps, this.chance);
    if (batches > 0) await this.measuring.skip(batches);
    this.took = await this.measuring.timeBatch();
  }

  count() {
    const { measuring } = this;
    measuring.count(this.took, measuring.batch, 1);
    this.histogram.add(this.took);
    if (measuring.timeNs > 0) measuring.between(this.passed());
  }

  passed() {
    return elapsed(this.begun, last.stop);
  }
}

// One slice of each thread, beside all the others.
async function sliceTogether(open, batch, warmin, invocations) {
  const measuring = new Measuring(open, batch);
  const { meeting } = open.seat;
  const some = Math.floor(warmin / 64) + 1; // until the others are ready, too
  meeting.barrier();
  if (warmin > 0) await measuring.time(warmin);
  meeting.running();
  while (!meeting.allRun()) await measuring.time(some);
  meeting.start();
  measuring.begin();
  await slice(measuring, invocations);
  meeting.stop();
  measuring.end();
  meeting.finished();
  while (!meeting.allFinished()) await measuring.time(some);
  return measuring.ended();
}

// Exactly this many batches of each thread, begun by all as nearly at once as can be. A call that lasts until it is stopped is
// stopped when its partners have been through for a while: not at once, which would cut short whoever is slower.
async function counted(open, measuring, operations) {
  const { meeting, waits } = open.seat;
  const { batch } = measuring;
  const whole = () => !(meeting.stopped() && open.benchmark.takes.includes('Control')); // it did not come back because it was told to
  let longest = 0;
  meeting.rendezvous();
  meeting.start();
  measuring.begin();
  measuring.mark();
  if (open.mode === 'sample') {
    const samples = new Samples(measuring, open);
    for (let left = operations; left > 0; left -= 1) {
      samples.took = await measuring.timeBatch();
      longest = Math.max(longest, samples.took);
      if (whole()) samples.count();
    }
    measuring.mark();
  } else {
    const took = await measuring.time(operations * batch);
    longest = took;
    if (whole()) {
      measuring.sampleInvocations = operations * batch;
      if (open.mode === 'ss') measuring.firstNs = took;
      keep(measuring, took);
      if (open.mode === 'ss' && !open.hasInvocationFixtures) measuring.timings = 1;
      measuring.mark();
    }
  }
  measuring.end(measuring.marked);
  if (waits) await meeting.leaveShots(longest, () => measuring.time(1));
  return measuring.ended();
}

module.exports = { sliceTogether, together };
