// One iteration: the fixtures around it, what its mode measures, and what is told of it.
'use strict';

const natives = require('./natives.js');
const { clock } = require('./clock.js');
const { raised, usage } = require('./failure.js');
const { sampleCount, sampleTime } = require('./sampling.js');
const { measureCount, measureInvocations, measureSlice, measureTime } = require('./threads.js');
const { sliceTogether, together } = require('./together.js');
const { turn } = require('./waiting.js');

// What the benchmark does wrong, later or nowhere caught, is its failure. What begins before it and ends after it: 0 nothing (a
// slice within an iteration), 1 the iteration, 2 the trial too.
async function iteration(open, phase, begin, end, measure) {
  if (open.gc && begin > 0) natives.collectGarbage();
  if (begin === 2) await open.beginTrial(phase);
  open.activate();
  open.seat?.meeting.barrier(); // as in JMH
  if (begin > 0) await open.beginIteration(phase);
  let result;
  try {
    result = await measure();
    await turn();
  } catch (error) {
    throw raised('benchmark', open.benchmark.name, error);
  }
  if (end > 0) {
    open.seat?.endMeasuring(open);
    await open.end('Iteration');
  }
  if (end === 2) await open.end('Trial');
  result?.readCounters(); // nothing is counted where nothing is measured
  if (end === 2) open.forget();
  if (result && begin !== 2) result.firstNs = null;
  return result;
}

// `timeNs` or a number of operations, the other of which is 0; or a slice: `invocations` behind `warmin` that are not timed.
function measured(open, phase, { timeNs, operations, warmin, invocations }) {
  const batch = open.batch[phase];
  if (invocations !== undefined) return (open.seat === null ? measureSlice : sliceTogether)(open, batch, warmin, invocations);
  if (open.seat !== null) return together(open, phase, timeNs, operations);
  if (open.mode === 'sample') return timeNs > 0 ? sampleTime(open, batch, timeNs) : sampleCount(open, batch, operations);
  if (timeNs === 0) return measureCount(open, batch, operations);
  return open.hasInvocationFixtures ? measureInvocations(open, batch, timeNs) : measureTime(open, batch, timeNs);
}

// An iteration of all threads that the case has: their entries for `iteration.threads`, and the readings of the CPU's speed.
async function iterated(open, phase, amount, begin, end) {
  if (open.team === null) {
    const result = await iteration(open, phase, begin, end, () => measured(open, phase, amount));
    return { threads: [told(open, result)], speed: result.speedNs };
  }
  open.begun.Trial = true;
  const results = await open.team.ask({ kind: 'iterate', phase, amount, begin, end });
  open.begun.Iteration = end === 0;
  open.begun.Trial = end < 2;
  return { threads: results.map((one) => one.thread), speed: results[0].speed };
}

function checkAmount(open, phase, timeNs, operations, most) {
  if ((timeNs > 0) === (operations > 0)) throw usage('exactly one of time and count must be above 0');
  if (open.mode === 'ss' && timeNs > 0) throw usage('mode ss takes a count, no time');
  if (operations > most / open.batch[phase]) throw usage('count × batch is too large');
}

// The entry of `iteration.threads`.
function told(open, result) {
  const scaled = (invocations) => Number(BigInt(invocations) * BigInt(open.operationsPerInvocation)) / result.batch;
  return {
    operations: result.said ?? scaled(result.invocations),
    all_operations: result.allSaid ?? scaled(result.allInvocations),
    elapsed_ns: result.elapsedNs,
    timings: result.timings,
    clock_cost_ns: clock.stretchNs,
    ...(result.histogram === null ? {} : { histogram: result.histogram }),
    sample_invocations: result.sampleInvocations,
    sample_ns: result.sampleNs,
    ...(result.firstNs === null ? {} : { first_ns: result.firstNs }),
    voluntary_switches: result.switched[0],
    involuntary_switches: result.switched[1],
    waited_ns: result.waitedNs,
    counters: result.counters,
    ...(open.member === null ? {} : { member: open.member.name }),
  };
}

module.exports = { checkAmount, iterated, iteration, measured, told };
