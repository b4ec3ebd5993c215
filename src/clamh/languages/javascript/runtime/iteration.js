// One iteration: the fixtures around it, what its mode measures, and what is told of it.
'use strict';

const natives = require('./natives.js');
const { clock } = require('./clock.js');
const { raised, usage } = require('./failure.js');
const { sampleCount, sampleTime } = require('./sampling.js');
const { measureCount, measureInvocations, measureTime } = require('./threads.js');
const { together } = require('./together.js');
const { turn } = require('./waiting.js');

// What the benchmark does wrong, later or nowhere caught, is its failure.
async function iteration(open, phase, first, last, measure) {
  if (open.gc) natives.collectGarbage();
  if (first) await open.beginTrial(phase);
  open.activate();
  open.seat?.meeting.barrier(); // as in JMH
  await open.beginIteration(phase);
  let result;
  try {
    result = await measure();
    await turn();
  } catch (error) {
    throw raised('benchmark', open.benchmark.name, error);
  }
  open.seat?.endMeasuring(open);
  await open.end('Iteration');
  if (last) await open.end('Trial');
  result?.readCounters(); // nothing is counted where nothing is measured
  if (last) open.forget();
  if (result && !first) result.firstNs = null;
  return result;
}

// `timeNs` or a number of operations, the other of which is 0.
function measured(open, phase, timeNs, operations) {
  if (open.seat !== null) return together(open, phase, timeNs, operations);
  const batch = open.batch[phase];
  if (open.mode === 'sample') return timeNs > 0 ? sampleTime(open, batch, timeNs) : sampleCount(open, batch, operations);
  if (timeNs === 0) return measureCount(open, batch, operations);
  return open.hasInvocationFixtures ? measureInvocations(open, batch, timeNs) : measureTime(open, batch, timeNs);
}

// An iteration of all threads that the case has: their entries for `iteration.threads`, and the readings of the CPU's speed.
async function iterated(open, phase, timeNs, operations, first, last) {
  if (open.team === null) {
    const result = await iteration(open, phase, first, last, () => measured(open, phase, timeNs, operations));
    return { threads: [told(open, result)], speed: result.speedNs };
  }
  open.begun.Trial = true;
  const results = await open.team.iterate(phase, timeNs, operations, first, last);
  open.begun.Trial = !last;
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
    counters: result.counters,
    ...(open.member === null ? {} : { member: open.member.name }),
  };
}

module.exports = { checkAmount, iterated, iteration, measured, told };
