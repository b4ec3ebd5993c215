// What is read beside the time: context switches, run queue delay, garbage collections, and how fast the processor is.

const natives = require('./natives.js');
const { clock, elapsed } = require('./clock.js');

// Taken once: the worker's realm is a context of its own, where each look at a global costs 0.3 µs [ran]; the warm-up below
// took 1.3 s of every fork.
const { imul } = Math;
const LINKS = 2048;
const WARM_UP = 2000;
const SWITCHES = ['voluntary', 'nonvoluntary'].map((kind) => new RegExp(`^${kind}_ctxt_switches:\\s*([0-9]+)`, 'm'));
let kept = 1;
let collections = 0;
let cost = 0;

// Voluntary and involuntary ones of the whole process, V8's own threads included; of one of several measuring threads (`ownOnly`)
// its own, which the system tells where there is a /proc; -1 where it does not.
function readSwitches(ownOnly) {
  if (ownOnly) {
    const status = natives.threadStatus();
    return SWITCHES.map((pattern) => Number(pattern.exec(status)?.[1] ?? -1));
  }
  const usage = natives.resourceUsage();
  return [usage.voluntaryContextSwitches, usage.involuntaryContextSwitches];
}

// For how long this thread was ready to run while others had the CPU, in ns so far; -1 where the system does not say: a kernel
// that does not count writes zeros. A fake clock knows no waiting.
function readWaited() {
  if (clock.counted) return -1;
  const [, waited, turns] = natives.schedstat().split(' ').map(Number);
  return turns > 0 ? waited : -1;
}

// V8 calls this when the event loop turns after a full collection of garbage, and it costs the others nothing: an observer of `gc` in
// node:perf_hooks would cost each of them microseconds, of which code that allocates has thousands a second, within what is timed.
const watched = natives.engine?.startsWith('V8') ? new FinalizationRegistry(() => {
  collections += 1;
  watched.register({}, null);
}) : null;
watched?.register({}, null);

// How often all garbage was collected since the process started; undefined where the engine does not say.
function countCollections() {
  return watched === null ? undefined : collections;
}

// Multiplications, each waiting for the one before it: about 2 µs, far above any clock's resolution.
function timeChain() {
  const start = clock.now();
  chain(LINKS);
  return elapsed(start, clock.now());
}

function chain(links) {
  let value = kept | 1;
  for (; links > 0; links -= 1) value = imul(value, 0x9e3779b1);
  kept = value;
}

// Between two readings the code of chain and clock has gone cold, and what that costs is not the processor's speed: up to 1.5 µs
// of 3.4 on Node.js 20, and a warning of a drift stood below every row. So a reading that does not count comes first.
function readSpeed() {
  if (!clock.counted) timeChain();
  return timeChain();
}

// How long a reading takes once it is compiled.
function speedCost() {
  if (cost === 0) {
    for (let warm = 0; warm < (clock.counted ? 1 : WARM_UP); warm += 1) chain(LINKS);
    cost = Math.max((clock.counted ? 1 : 2) * readSpeed(), 1);
  }
  return cost;
}

module.exports = { countCollections, readSpeed, readSwitches, readWaited, speedCost };
