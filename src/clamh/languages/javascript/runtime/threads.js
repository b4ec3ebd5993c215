// The measured iteration of modes avgt, thrpt, wall and ss: how many invocations make a sample, and the series of samples.
'use strict';

const { clock } = require('./clock.js');
const { Measuring, calibrated } = require('./measuring.js');
const { last } = require('./stretch.js');

const MOST_SAMPLES = 2000;
const MOST_OF_ALL = 40_000; // threads together, so that they fit into one line
const AIMED_SAMPLES = 1000; // half, so that a benchmark that becomes faster rarely needs a fold
const SHORTEST_SAMPLE = 1000; // in clock resolutions

function keep(measuring, took) {
  const { sampleInvocations, open } = measuring;
  measuring.count(took, sampleInvocations, open.hasInvocationFixtures ? sampleInvocations : 0);
  measuring.sampleNs.push(took);
}

// Neighbours become one sample of twice the length: the series stays uniform and bounded.
function fold(measuring) {
  const series = measuring.sampleNs;
  measuring.sampleNs = series.filter((_, at) => at % 2 === 0).map((took, pair) => took + series[2 * pair + 1]);
  measuring.sampleInvocations *= 2;
}

// Samples until `passed` says that the time is over.
async function fill(measuring, passed) {
  const most = Math.min(MOST_SAMPLES, 2 * Math.floor(MOST_OF_ALL / measuring.open.dealt.threads / 2));
  while (passed() < measuring.timeNs) {
    if (measuring.sampleNs.length === most) fold(measuring);
    keep(measuring, await measuring.time(measuring.sampleInvocations));
    measuring.between(passed());
  }
  return measuring.end();
}

// How long a sample is to take. Twice the shortest: a machine that speeds up between two samples would otherwise fall below
// it now and then.
function aimed(timeNs) {
  return clock.counted ? 1 : Math.max(2 * SHORTEST_SAMPLE * clock.resolutionNs, timeNs / AIMED_SAMPLES);
}

async function measureTime(open, batch, timeNs) {
  const measuring = new Measuring(open, batch, timeNs);
  const aim = aimed(timeNs);

  // Long invocations are samples as they are, the first one too: a benchmark of a second is not run for nothing. A
  // second one decides, since the first may have been long by accident (code not compiled, a switch).
  measuring.begin();
  measuring.sampleInvocations = 1;
  const one = await measuring.time(1);
  measuring.firstNs = one;
  if (one >= timeNs) {
    keep(measuring, one);
  } else {
    const second = one >= aim ? await measuring.time(1) : one;
    if (one >= aim && second >= aim / 2) {
      keep(measuring, one);
      keep(measuring, second);
    } else {
      const count = await calibrated((invocations) => measuring.time(invocations), aim, second);
      measuring.sampleInvocations = Math.max(Math.floor(count + 0.5), 1);
      measuring.begin();
    }
  }
  return fill(measuring, () => measuring.elapsedNs);
}

// With fixtures of level Invocation each invocation is timed by itself, so nothing is to be calibrated. The iteration's time
// is that of fixtures and invocations together, as in JMH: fixtures may take a thousand times what is measured.
async function measureInvocations(open, batch, timeNs) {
  const measuring = new Measuring(open, batch, timeNs);
  measuring.sampleInvocations = 1;
  measuring.begin();
  measuring.firstNs = await measuring.time(1);
  keep(measuring, measuring.firstNs);
  const { start } = last;
  return fill(measuring, () => last.stop - start);
}

// Exactly this many operations, as one sample.
async function measureCount(open, batch, operations) {
  const measuring = new Measuring(open, batch);
  measuring.sampleInvocations = operations * batch;
  measuring.begin();
  const took = await measuring.time(operations * batch);
  if (open.mode === 'ss') measuring.firstNs = took;
  keep(measuring, took);
  if (open.mode === 'ss' && !open.hasInvocationFixtures) measuring.timings = 1; // however long it was
  return measuring.end();
}

// So many invocations as one stretch, or one for each, behind those that warm up; no series.
async function measureSlice(open, batch, warmin, invocations) {
  const measuring = new Measuring(open, batch);
  if (warmin > 0) await measuring.time(warmin);
  measuring.begin();
  await slice(measuring, invocations);
  return measuring.end();
}

async function slice(measuring, invocations) {
  measuring.count(await measuring.time(invocations), invocations, measuring.open.hasInvocationFixtures ? invocations : 0);
}

module.exports = { aimed, fill, keep, measureCount, measureInvocations, measureSlice, measureTime, slice };
