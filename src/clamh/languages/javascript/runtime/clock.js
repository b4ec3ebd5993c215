// The clocks of this runtime, and the one that is taken.

const natives = require('./natives.js');
const { Failure } = require('./failure.js');

const ROUNDS = 20;
const READINGS = 50;
const MEANS = 200;
const WARM = 3000;

const clock = { name: '', now: null, counted: false, stepNs: 1, costNs: 1, resolutionNs: 1, stretchNs: 0, tried: [] };

// The least of several rounds: anything above it is somebody else's time.
function measured(name, now) {
  let stepNs = 1e9;
  let costNs = 1e9;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = now();
    let last = start;
    for (let reading = 0; reading < READINGS; reading += 1) {
      const time = now();
      if (time > last && time - last < stepNs) stepNs = time - last;
      last = time;
    }
    costNs = Math.min(costNs, Math.ceil((last - start) / READINGS));
  }
  costNs = Math.max(costNs, 1);
  return { name, now, stepNs, costNs, resolutionNs: Math.max(stepNs, costNs) };
}

// In a measuring thread: the clock that the process took, at the cost that was found there.
function takeClock(taken) {
  if (taken.counted) return chooseClock();
  const [, now] = natives.clocks.find(([name]) => name === taken.name);
  for (let warm = 0; warm < WARM; warm += 1) now();
  Object.assign(clock, taken, { now });
  return true;
}

function counting(stepNs) {
  let time = 0;
  return () => { time += stepNs; return time; };
}

// False when CLAMH_CLOCK says something that is no clock.
function chooseClock() {
  const wanted = natives.clockWanted;
  if (wanted !== undefined) {
    const match = /^counted:([0-9]+)$/.exec(wanted);
    const step = match === null ? 0 : Number(match[1]);
    if (step <= 0 || !Number.isSafeInteger(step)) return false;
    const counted = { name: 'counted', now: counting(step), stepNs: 1, costNs: 1, resolutionNs: 1 };
    Object.assign(clock, counted, { counted: true, tried: [counted] });
    return true;
  }
  for (const [, now] of natives.clocks) for (let warm = 0; warm < WARM; warm += 1) now(); // compiled code is what will read it
  clock.tried = [...natives.clocks].map(([name, now]) => measured(name, now));
  Object.assign(clock, clock.tried.reduce((best, one) => (one.resolutionNs < best.resolutionNs ? one : best)));
  clock.stretchNs = emptyStretch();
  return true;
}

// What a stretch with nothing in it measures: the lower quartile of many means, as a mean of all may hold somebody else's
// time, and what is taken off too much makes a score negative.
function emptyStretch() {
  const means = [];
  for (let mean = 0; mean < MEANS; mean += 1) {
    let took = 0;
    for (let reading = 0; reading < READINGS; reading += 1) {
      const start = clock.now();
      took += elapsed(start, clock.now());
    }
    means.push(took / READINGS);
  }
  means.sort((a, b) => a - b);
  return means[MEANS >> 2];
}

// Throws Failure when the time between two readings is below 0.
function elapsed(start, stop) {
  if (stop >= start) return stop - start;
  throw new Failure('clock', clock.name, `the clock went back by ${start - stop} ns`);
}

module.exports = { chooseClock, clock, elapsed, takeClock };
