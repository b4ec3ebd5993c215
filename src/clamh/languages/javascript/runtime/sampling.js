// How the time of an iteration is divided: samples of a fixed length, single batches drawn at random, or stretches at a thread's own pace.
//
// Each kind has `sample`, which resolves to a time, `keep`, which counts it, and `passed`, how much of the iteration's time is over.

const { clock, elapsed } = require('./clock.js');
const { last } = require('./timing.js');

const { ceil, floor, log, log1p, max, min } = Math;
const MOST_SAMPLES = 2000;
const AIMED_SAMPLES = 1000; // half, so that a benchmark that becomes faster rarely needs a fold
const SHORTEST_SAMPLE = 1000; // in clock resolutions
const PERIOD_NS = 50_000; // from batch to batch in mode sample: 20 a millisecond, as in JMH
const MOST_SKIPPED = 2 ** 40;
const BEGINNING = 0.01; // of the time: in it threads that may wait find their pace in mode sample
const MOST_AT_ONCE = 2 ** 30;

// How long a sample is to take. Twice the shortest: a machine that speeds up between two samples would otherwise fall below
// it now and then.
function aimedNs(timeNs) {
  return clock.counted ? 1 : max(2 * SHORTEST_SAMPLE * clock.resolutionNs, timeNs / AIMED_SAMPLES);
}

// How many batches to skip when each is timed with this chance. So every batch is equally likely to be timed, whatever pattern
// the benchmark's times have; the mean stays within an iteration, so that slow and fast stretches of it weigh what they are.
function drawGap(random, chance) {
  return chance >= 1 ? 0 : min(floor(log(1 - random.nextDouble()) / log1p(-chance)), MOST_SKIPPED);
}

// How many times to do something that takes about `single`, so that it takes `aim`: the median of nine short runs, as the
// least of three is off by up to two. `run` does it that many times and resolves to how long it took.
async function calibrate(run, aim, single) {
  const enough = max(aim / 8, 1);
  let count = 1;
  let took = single;
  while (took < enough && count < 10_000_000) { // enough to extrapolate from
    count = ceil(count * min(max(enough / max(took, 1) + 1, 2), 10));
    took = await run(count);
  }
  const runs = [];
  for (let turn = 0; turn < 9; turn += 1) runs.push(await run(count));
  runs.sort((a, b) => a - b);
  return aim / (max(runs[4], 1) / count);
}

// The first calls. Those that are long are samples as they are: a benchmark of a second is not run for nothing. A second one
// decides, since the first may have been long by accident (code not compiled, a switch). Resolves to the times of long ones, or to
// none and the time of the last.
async function timeFirst(kind, call, aim) {
  const { result } = kind;
  const first = await call();
  kind.begun = last.start;
  result.firstNs = first;
  if (first >= result.timeNs || kind.openCase.hasInvocationFixtures && kind.isSeries) return { kept: [first] };
  const second = first >= aim ? await call() : first;
  return first >= aim && second >= aim / 2 ? { kept: [first, second] } : { kept: [], single: second };
}

// Modes avgt, thrpt and wall. With fixtures of level Invocation each invocation is timed by itself, so nothing is calibrated. The
// iteration's time is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
class Series {
  constructor(result, openCase) {
    this.isSeries = true;
    this.result = result;
    this.openCase = openCase;
    this.aim = aimedNs(result.timeNs);
    this.begun = 0;
    result.sampleInvocations = 1;
  }

  async prepare() {
    const { aim, result } = this;
    const { kept, single } = await timeFirst(this, () => result.time(1), aim);
    if (kept.length > 0) return kept;
    const count = await calibrate((invocations) => result.time(invocations), aim, single);
    result.sampleInvocations = max(floor(count + 0.5), 1);
    return kept;
  }

  restart() {
    this.result.begin();
    if (!this.openCase.hasInvocationFixtures) return;
    this.begun = clock.now();
    last.stop = this.begun;
  }

  sample() {
    const { result } = this;
    if (result.sampleNs.length === MOST_SAMPLES) this.fold();
    return result.time(result.sampleInvocations);
  }

  // Neighbours become one sample of twice the length: the series stays uniform and bounded.
  fold() {
    const series = this.result.sampleNs;
    this.result.sampleNs = series.filter((_, at) => at % 2 === 0).map((took, pair) => took + series[2 * pair + 1]);
    this.result.sampleInvocations *= 2;
  }

  keep(took) {
    const { sampleInvocations } = this.result;
    this.result.count(took, sampleInvocations, this.openCase.hasInvocationFixtures ? sampleInvocations : 0);
    this.result.sampleNs.push(took);
  }

  passed() {
    return this.openCase.hasInvocationFixtures ? elapsed(this.begun, last.stop) : this.result.elapsedNs;
  }

  callUntimed() {
    return this.result.time(this.result.sampleInvocations);
  }
}

// The same modes at a thread's own pace: stretches double until one is as long as a sample. They are no series. With fixtures of level
// Invocation each is one invocation.
class Stretches extends Series {
  async findPace() {
    this.invocations = 1;
    this.begun = clock.now();
  }

  async sample() {
    const took = await this.result.time(this.invocations);
    this.result.firstNs ??= took;
    return took;
  }

  keep(took) {
    const { aim, invocations, openCase: { hasInvocationFixtures }, result } = this;
    result.count(took, invocations, 1);
    if (took > 4 * aim) this.invocations = max(invocations >> 1, 1);
    else if (took < aim && invocations < MOST_AT_ONCE && !hasInvocationFixtures) this.invocations *= 2;
  }
}

// Mode sample.
class Batches {
  constructor(result, openCase) {
    this.result = result;
    this.openCase = openCase;
    this.chance = 1;
    this.begun = 0;
    result.sampleInvocations = result.batch;
  }

  async prepare() {
    const { result } = this;
    const { kept, single } = await timeFirst(this, () => result.timeBatch(), PERIOD_NS);
    if (kept.length > 0) return kept;
    const run = async (batches) => {
      const from = clock.now();
      await result.skip(batches);
      return elapsed(from, clock.now());
    };
    // A counted clock does not show how long more batches take.
    this.chance = 1 / (clock.counted ? PERIOD_NS / single : await calibrate(run, PERIOD_NS, single));
    return kept;
  }

  // Of one thread the batches so far count, though not their times.
  restart() {
    if (this.openCase.isShared) this.result.begin();
    this.begun = clock.now();
    last.stop = this.begun;
  }

  async sample() {
    const batches = drawGap(this.openCase.gaps, this.chance);
    if (batches > 0) await this.result.skip(batches);
    return this.result.timeBatch();
  }

  keep(took) {
    this.result.count(took, this.result.batch, 1);
    this.result.sampleNs.push(took);
  }

  passed() {
    return elapsed(this.begun, last.stop);
  }

  callUntimed() {
    return this.result.timeBatch();
  }

  async findPace(isStopped) {
    const { result } = this;
    const from = clock.now();
    let batches = 0;
    do {
      const took = await result.timeBatch();
      result.firstNs ??= took;
      batches += 1;
    } while (!isStopped() && elapsed(from, last.stop) < BEGINNING * result.timeNs);
    this.chance = min(max(elapsed(from, last.stop) / batches / PERIOD_NS, 2 ** -40), 1);
    this.begun = last.stop;
  }
}

module.exports = { Batches, Series, Stretches, drawGap };
