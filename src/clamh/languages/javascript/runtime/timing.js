// One timed stretch: a clock reading, invocations of the benchmark and nothing else, a clock reading.

const { clock, elapsed } = require('./clock.js');
const { guarded, thenable } = require('./promises.js');

// Taken once: this realm looks a global up anew each time, for 0.3 µs, and these stand between clock readings.
const { min } = Math;

const MOST_AT_ONCE = 2 ** 30; // a stub counts in small integers

const kept = [undefined]; // what a stretch returned
const last = { start: 0, stop: 0 }; // the readings of the last stretch

// How long `invocations` of an open case took, in ns. Whether they have to be awaited, the first one of all tells.
async function timed(openCase, objects, invocations) {
  const stub = openCase.stub;
  if (openCase.awaited !== false) return waited(openCase, objects, invocations);
  if (invocations > MOST_AT_ONCE) return long(stub.repeat, objects, invocations);
  const { repeat } = stub;
  const start = clock.now();
  kept[0] = repeat(objects, invocations);
  return between(start, clock.now());
}

function between(start, stop) {
  last.start = start;
  last.stop = stop;
  return elapsed(start, stop);
}

// The time of a sample of `invocations`: one stretch, or with fixtures of level Invocation the sum of one stretch each.
async function sampled(openCase, objects, invocations) {
  if (!openCase.hasInvocationFixtures) return timed(openCase, objects, invocations);
  let took = 0;
  for (let left = invocations; left > 0; left -= 1) took += await batched(openCase, objects, 1);
  return took;
}

// The time of a batch as one stretch, between the fixtures of level Invocation.
async function batched(openCase, objects, invocations) {
  if (!openCase.hasInvocationFixtures) return timed(openCase, objects, invocations);
  await openCase.begin('invocation');
  const took = await timed(openCase, objects, invocations);
  await openCase.end('invocation');
  return took;
}

// Batches that are not timed, of a case that knows whether its invocations have to be awaited.
async function skipped(openCase, objects, batches, invocations) {
  if (!openCase.hasInvocationFixtures) {
    await untimed(openCase, objects, batches * invocations);
    return;
  }
  for (let left = batches; left > 0; left -= 1) {
    await openCase.begin('invocation');
    await untimed(openCase, objects, invocations);
    await openCase.end('invocation');
  }
}

async function untimed(openCase, objects, invocations) {
  if (openCase.awaited !== false) await guarded((resolve, refuse) => { chained(openCase, objects, invocations).then(resolve, refuse); });
  else repeated(openCase.stub.repeat, objects, invocations);
}

function repeated(repeat, objects, invocations) {
  for (let left = invocations; left > 0; left -= MOST_AT_ONCE) kept[0] = repeat(objects, min(left, MOST_AT_ONCE));
}

function long(repeat, objects, invocations) {
  const start = clock.now();
  repeated(repeat, objects, invocations);
  return between(start, clock.now());
}

async function chained(openCase, objects, invocations) {
  for (let left = invocations; left > 0; left -= MOST_AT_ONCE) await openCase.stub.awaited(objects, min(left, MOST_AT_ONCE));
}

// What is waited with is made before the first reading; the last one is read as soon as the benchmark is done.
async function waited(openCase, objects, invocations) {
  const stub = openCase.stub;
  let start = 0;
  let stop = 0;
  await guarded((resolve, refuse) => {
    const stopped = () => { stop = clock.now(); resolve(); };
    start = clock.now();
    if (openCase.awaited === null) {
      const returned = stub.repeat(objects, 1);
      openCase.awaited = thenable(returned);
      if (!openCase.awaited) {
        repeated(stub.repeat, objects, invocations - 1);
        stopped();
      } else if (invocations === 1) {
        returned.then(stopped, refuse);
      } else {
        returned.then(() => { chained(openCase, objects, invocations - 1).then(stopped, refuse); }, refuse);
      }
    } else if (invocations <= MOST_AT_ONCE) {
      stub.awaited(objects, invocations).then(stopped, refuse);
    } else {
      chained(openCase, objects, invocations).then(stopped, refuse);
    }
  });
  return between(start, stop);
}

module.exports = { batched, last, sampled, skipped };
