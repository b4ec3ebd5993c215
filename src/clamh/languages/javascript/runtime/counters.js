// What is read beside the time: context switches, and how fast the processor is.
'use strict';

const natives = require('./natives.js');
const { clock, elapsed } = require('./clock.js');

// Taken once: the worker's realm is a context of its own, where each look at a global costs 0.3 µs [ran]; the warm-up below
// took 1.3 s of every fork.
const { imul } = Math;
const LINKS = 2048;
const WARM_UP = 2000;
let kept = 1;
let collections = 0;

// Of the whole process, V8's own threads included; of one of several measuring threads (`ownOnly`) its own, which the
// system tells where there is a /proc.
function switches(ownOnly) {
  if (ownOnly) {
    const status = natives.threadStatus() ?? '';
    return ['voluntary', 'nonvoluntary'].map((kind) => Number(new RegExp(`^${kind}_ctxt_switches:\\s*([0-9]+)`, 'm').exec(status)?.[1] ?? -1));
  }
  const usage = natives.resourceUsage();
  return [usage.voluntaryContextSwitches, usage.involuntaryContextSwitches];
}

// For how long this thread was ready to run while others had the CPU, in ns so far; -1 where the system does not say: a kernel
// that does not count writes zeros. A fake clock knows no waiting.
function waited() {
  if (clock.counted) return -1;
  const [, waiting, turns] = (natives.schedstat() ?? '').split(' ').map(Number);
  return turns > 0 ? waiting : -1;
}

// V8 calls this when the event loop turns after a full collection of garbage, and it costs the others nothing: an observer of `gc` in
// node:perf_hooks would cost each of them microseconds, of which code that allocates has thousands a second, within what is timed.
const watched = natives.engine?.startsWith('V8') ? new FinalizationRegistry(() => {
  collections += 1;
  watched.register({}, null);
}) : null;
watched?.register({}, null);

// How often all garbage was collected since the process started, as a field of an event; none where the engine does not say.
function collected() {
  return watched === null ? {} : { collections };
}

// Multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution.
function chain(links) {
  let value = kept | 1;
  for (; links > 0; links -= 1) value = imul(value, 0x9e3779b1);
  kept = value;
}

// Between two readings the code of chain and clock has gone cold, and what that costs is not the
// processor's speed: up to 1.5 µs of 3.4 on Node.js 20, and a warning of a drift stood below every row. So one is taken
// before that does not count.
function speedReading() {
  if (!clock.counted) reading();
  return reading();
}

function reading() {
  const start = clock.now();
  chain(LINKS);
  return elapsed(start, clock.now());
}

let cost = 0;

// How long both take once they are compiled.
function speedCost() {
  if (cost === 0) {
    for (let warm = 0; warm < (clock.counted ? 1 : WARM_UP); warm += 1) chain(LINKS);
    cost = Math.max((clock.counted ? 1 : 2) * speedReading(), 1);
  }
  return cost;
}

module.exports = { collected, speedCost, speedReading, switches, waited };
