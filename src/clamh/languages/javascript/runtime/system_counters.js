// What the system counts of this process while it measures: events whose descriptors the driver left here, and resource usage.

const natives = require('./natives.js');

const names = (natives.counters ?? '').split(',').filter((name) => name === 'rusage' || /^[0-9]+$/.test(name));
const sources = names.map((name) => (name === 'rusage' ? readUsage : () => natives.readEvent(Number(name))));
let before = [];
let counted = [];

function readUsage() {
  const used = natives.resourceUsage();
  return [used.userCPUTime * 1000, used.systemCPUTime * 1000, used.minorPageFault, used.majorPageFault,
    used.voluntaryContextSwitches, used.involuntaryContextSwitches];
}

// Whether the driver wants anything counted.
const isCounting = sources.length > 0;

// The last thing before a measured part begins, outside of clock readings.
function beginCounting() {
  if (isCounting) before = sources.map((read) => read());
}

// The first thing after it. Backwards, so that the same readings lie within what each source counts in every iteration.
function endCounting() {
  if (!isCounting) return;
  counted = [];
  for (let at = sources.length - 1; at >= 0; at -= 1) counted[at] = sources[at]();
}

// What was counted in between; undefined without CLAMH_COUNTERS.
function describeCounts() {
  if (!isCounting) return undefined;
  const after = counted.flat();
  return before.flat().map((count, at) => (count < 0 || after[at] < 0 ? -1 : after[at] - count));
}

module.exports = { beginCounting, describeCounts, endCounting, isCounting };
