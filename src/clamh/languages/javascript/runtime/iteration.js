// One iteration of a thread: the fixtures around it, and what is measured from the moment at which all threads have been set up.
//
// Threads that never wait for each other run in until all run, are timed by samples of a fixed length for as long as
// the command says, and go on until all have finished: whoever is timed has all the others beside it. Threads that may wait for
// each other (groups, and those with Control) cannot run in alone: they are timed in stretches that follow their own pace. The
// stretch in which the first thread's time is over does not count for the others, as they may have come back early.

const natives = require('./natives.js');
const { toFailure } = require('./failure.js');
const { Result } = require('./result.js');
const { Batches, Series, Stretches } = require('./sampling.js');
const { beginCounting, describeCounts, endCounting, isCounting } = require('./system_counters.js');
const { turn } = require('./promises.js');

const HELP_MS = 2;

// What the benchmark does wrong, later or nowhere caught, is its failure. What begins before it and ends after it: 0 nothing (a
// slice within an iteration), 1 the iteration, 2 the trial too.
async function runIteration(openCase, phase, begin, end, measure) {
  if (openCase.opening.gc && begin > 0) natives.collectGarbage();
  if (begin === 2) await openCase.beginTrial(phase);
  openCase.activate();
  openCase.sharing?.meeting.barrier(); // as in JMH
  if (begin > 0) await openCase.beginIteration(phase);
  let result;
  try {
    result = await measure();
    await turn();
  } catch (error) {
    throw toFailure('benchmark', openCase.stub.name, error);
  }
  if (end > 0) {
    openCase.sharing?.endMeasuring(openCase);
    await openCase.end('iteration');
  }
  if (end === 2) await openCase.end('trial');
  result?.readCounters(); // nothing is counted where nothing is measured
  if (end === 2) openCase.forget();
  return result;
}

// `timeNs`, or `count` batches; or, if `warmin` is there, a slice.
async function iterate(openCase, { phase, timeNs, count, warmin, begin, end }) {
  const result = await runIteration(openCase, phase, begin, end, async () => {
    const measured = new Result(openCase, openCase.opening[phase].batchSize, timeNs);
    countTogether(openCase, beginCounting);
    if (warmin !== undefined) await measureSlice(openCase, measured, warmin, count);
    else if (timeNs === 0) await measureCount(openCase, measured, count);
    else await (openCase.opening.waits ? measureAtOwnPace : measureTime)(openCase, measured);
    countTogether(openCase, endCounting);
    measured.finish();
    return measured;
  });
  return { entry: result.toEntry(begin === 2), sampleNs: result.sampleNs, speedNs: result.speedNs, counts: describeCounts() };
}

// Several threads read while no thread works: the first one what belongs to the process. Of one, only what is timed counts: result.js.
function countTogether({ dealt, isShared, meeting }, read) {
  if (!isCounting || !isShared) return;
  meeting.barrier();
  read(dealt.thread);
  meeting.barrier();
}

async function measureTime(openCase, result) {
  const { meeting } = openCase;
  const kind = new (openCase.opening.mode === 'sample' ? Batches : Series)(result, openCase);
  meeting.barrier();
  result.begin();
  const kept = await kind.prepare();
  await meeting.runIn(() => kind.callUntimed());
  if (kept.length > 0 && !openCase.isShared) {
    for (const took of kept) kind.keep(took);
  } else {
    kind.restart();
  }
  while (kind.passed() < result.timeNs) {
    kind.keep(await kind.sample());
    result.between(kind.passed());
  }
  result.end();
  await meeting.runOut(() => kind.callUntimed());
}

async function measureAtOwnPace(openCase, result) {
  const { meeting } = openCase;
  const kind = new (openCase.opening.mode === 'sample' ? Batches : Stretches)(result, openCase);
  meeting.barrier();
  meeting.start();
  result.begin();
  await kind.findPace(() => meeting.isStopped());
  result.begin();
  result.mark();
  while (!meeting.isStopped()) {
    const took = await kind.sample();
    if (meeting.isStopped()) break;
    kind.keep(took);
    result.between(kind.passed());
    result.mark();
    if (kind.passed() >= result.timeNs && meeting.stop()) break;
  }
  result.end();
  await meeting.runOut(() => result.time(1));
  await meeting.leaveCalls(HELP_MS, () => result.time(1));
}

// So many batches as one sample (in mode sample each is timed), begun by all threads as nearly at once as can be. A call that lasts until it
// is stopped is stopped when its partners have been through for a while: not at once, which would cut short whoever is slower.
async function measureCount(openCase, result, count) {
  const { meeting, opening, stub } = openCase;
  const counts = () => !(meeting.isStopped() && stub.takes.includes('Control')); // it did not return because it was stopped
  let longest = 0;
  meeting.rendezvous();
  meeting.start();
  result.begin();
  result.mark();
  if (opening.mode === 'sample') {
    const batches = new Batches(result, openCase);
    for (let left = count; left > 0; left -= 1) {
      const took = await result.timeBatch();
      longest = Math.max(longest, took);
      if (counts()) batches.keep(took);
    }
    result.mark();
  } else {
    const series = new Series(result, openCase);
    longest = await result.time(count * result.batch);
    if (counts()) {
      result.sampleInvocations = count * result.batch;
      series.keep(longest);
      if (opening.mode === 'ss') result.firstNs = longest;
      if (opening.mode === 'ss' && !openCase.hasInvocationFixtures) result.timings = 1; // however long it was
      result.mark();
    }
  }
  result.end();
  if (!openCase.isShared) await meeting.runOut(); // of one thread: Control says that it is over
  if (opening.waits) await meeting.leaveShots(longest, () => result.time(1));
}

// `count` invocations as one stretch, or with fixtures of level Invocation one for each, behind `warmin` that are not timed; no series.
async function measureSlice(openCase, result, warmin, count) {
  const { meeting } = openCase;
  const callSome = () => result.time(Math.floor(warmin / 64) + 1);
  meeting.barrier();
  if (warmin > 0) await result.time(warmin);
  await meeting.runIn(callSome);
  result.begin();
  result.count(await result.time(count), count, openCase.hasInvocationFixtures ? count : 0);
  result.end();
  await meeting.runOut(callSome);
}

// `count` samples of `invocations` each.
async function timeSamples(openCase, { invocations, count }) {
  const sampleNs = [];
  await runIteration(openCase, 'measurement', 0, 0, async () => {
    const result = new Result(openCase, 1);
    while (sampleNs.length < count) sampleNs.push(await result.time(invocations));
  });
  return sampleNs;
}

module.exports = { iterate, runIteration, timeSamples };
