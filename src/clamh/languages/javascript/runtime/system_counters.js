// What the system counts of this process while it measures: events whose descriptors the driver left here, and resource usage.

const natives = require('./natives.js');
const { allocationNames, readAllocations } = require('./allocations.js');

const USAGE_NUMBERS = 6;
const EVENT_NUMBERS = 3;
const sources = []; // functions, each of which reads a source in a thread, at the begin or the end of what is measured
for (const name of (natives.counters ?? '').split(',')) {
  if (name === 'rusage') sources.push(ofProcess(readUsage, USAGE_NUMBERS));
  else if (/^[0-9]+$/.test(name)) sources.push(ofProcess(() => natives.readEvent(Number(name)), EVENT_NUMBERS));
}
const ofHeap = (natives.counters ?? '').split(',').filter((name) => allocationNames.includes(name));
if (ofHeap.length > 0) sources.unshift((thread, isEnd) => readAllocations(ofHeap, isEnd)); // the driver names them first
let before = [];
let counted = [];

// What belongs to the whole process is read by thread 0, and is 0 in others: the sum over threads is right.
function ofProcess(read, size) {
  return (thread) => (thread === 0 ? read() : new Array(size).fill(0));
}

function readUsage() {
  const used = natives.resourceUsage();
  return [used.userCPUTime * 1000, used.systemCPUTime * 1000, used.minorPageFault, used.majorPageFault,
    used.voluntaryContextSwitches, used.involuntaryContextSwitches];
}

// Whether the driver wants anything counted.
const isCounting = sources.length > 0;

// The last thing before a measured part begins, outside of clock readings.
function beginCounting(thread = 0) {
  if (isCounting) before = sources.map((read) => read(thread, false));
}

// The first thing after it. Backwards, so that the same readings lie within what each source counts in every iteration.
function endCounting(thread = 0) {
  if (!isCounting) return;
  counted = [];
  for (let at = sources.length - 1; at >= 0; at -= 1) counted[at] = sources[at](thread, true);
}

// What was counted in between; undefined without CLAMH_COUNTERS.
function describeCounts() {
  if (!isCounting) return undefined;
  const after = counted.flat();
  return before.flat().map((count, at) => (count < 0 || after[at] < 0 ? -1 : after[at] - count));
}

// The sums over threads; undefined without CLAMH_COUNTERS.
function addCounts(counts) {
  if (!isCounting) return undefined;
  return counts[0].map((_, at) => (counts.some((numbers) => numbers[at] < 0) ? -1 : counts.reduce((sum, numbers) => sum + numbers[at], 0)));
}

module.exports = { addCounts, beginCounting, describeCounts, endCounting, isCounting };
