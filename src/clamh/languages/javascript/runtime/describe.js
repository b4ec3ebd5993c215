// The `hello` of this artifact.

const natives = require('./natives.js');
const { allocationNames } = require('./allocations.js');
const { clock } = require('./clock.js');

const MODES = ['avgt', 'thrpt', 'sample', 'ss', 'wall'];
const COMMANDS = ['describe', 'open', 'iterate', 'slice', 'samples', 'invoke', 'close', 'exit'];
const MOST_THREADS = 1024; // each is a Node of its own, of some MB

function describe({ platform, sources, functions }) {
  const own = `${natives.toolchain.name}-${natives.toolchain.version.split('.')[0]}`;
  return {
    event: 'hello',
    protocol: 2,
    language: 'javascript',
    platform: platform.runtime === own ? platform.id : `javascript/${own}`, // a user may have started the artifact on another runtime
    toolchain: { ...natives.toolchain, flags: JSON.parse(natives.flags), optimised: natives.optimised },
    runtime: natives.engine,
    clocks: clock.tried.map(({ name, stepNs, costNs }) => ({ name, step_ns: stepNs, cost_ns: costNs, taken: name === clock.name })),
    capabilities: {
      cases: 'many', modes: MODES, commands: COMMANDS, max_threads: MOST_THREADS, floor: functions.at(-1).benchmark, gc: ['true'],
      thread_ids: natives.threadId() !== null, slice_unit: 'invocations', counters: true,
      counts: ['rusage', ...allocationNames],
    },
    sources,
    pid: natives.pid,
  };
}

module.exports = { COMMANDS, MODES, describe };
