// What V8 allocates on the heap of this thread, and what its collector does. V8 does not count what is allocated: it is what the heap has
// gained, and what each collection has taken from it. Buffers outside of the heap are not in it, and V8 does not know how many objects it was.

const natives = require('./natives.js');

const NAMES = ['gc.alloc.rate.norm', 'gc.count', 'gc.time'];
const NS_PER_US = 1000;

const allocationNames = natives.heap === null ? [] : NAMES;
let profiler = null;
let freed = 0;
let collections = 0;
let ns = 0;

// The heap is read next to the measured part: what the profiler itself allocates is outside.
function readAllocations(names, isEnd) {
  const usedBefore = natives.heap.used();
  if (isEnd) {
    for (const { beforeGC, afterGC, cost } of natives.heap.stop(profiler)) {
      freed += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
      collections += 1;
      ns += cost * NS_PER_US;
    }
    profiler = null;
  } else {
    if (profiler !== null) natives.heap.stop(profiler); // measuring begins anew
    profiler = natives.heap.start();
  }
  const numbers = [(isEnd ? usedBefore : natives.heap.used()) + freed, collections, Math.round(ns)];
  return names.map((name) => numbers[NAMES.indexOf(name)]);
}

module.exports = { allocationNames, readAllocations };
