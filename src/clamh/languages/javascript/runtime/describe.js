// The catalog: what this artifact holds.
'use strict';

const natives = require('./natives.js');
const { clock } = require('./clock.js');
const { MODES, MOST_THREADS } = require('./open.js');
const { FLOOR } = require('./state.js');

const COMMANDS = ['describe', 'open', 'iterate', 'slice', 'samples', 'invoke', 'drain', 'close', 'exit'];

function* describe(registry, platform) {
  yield {
    event: 'hello',
    protocol: 1,
    language: 'javascript',
    platform: platform.id,
    toolchain: { ...natives.toolchain, flags: JSON.parse(natives.flags), optimised: natives.optimised },
    runtime: natives.engine,
    clocks: clock.tried.map((one) => ({ name: one.name, step_ns: one.stepNs, cost_ns: one.costNs, taken: one.name === clock.name })),
    capabilities: {
      cases: 'many', modes: MODES, commands: COMMANDS, max_threads: MOST_THREADS, floor: FLOOR, gc: ['true'],
      thread_ids: natives.threadId() !== null,
    },
    sources: registry.sources,
    pid: natives.pid,
  };
  for (const type of registry.states) {
    yield {
      event: 'state',
      name: type.name,
      scope: type.scope,
      params: registry.params.filter((one) => one.owner === type.id).map((one) => ({
        name: one.name, type: one.type, minimum: null, maximum: null, values: one.values, constants: one.constants, line: one.line,
      })),
      fixtures: registry.fixtures.filter((one) => registry.ownerOf(one) === type.id)
        .map(({ kind, level, name }) => ({ kind, level, name })),
      forecast: type.forecast,
    };
  }
  for (const one of registry.benchmarks) {
    yield {
      event: 'benchmark',
      name: one.name,
      states: registry.needsOfAll(one).states.map((id) => registry.classes[id].name),
      settings: one.settings,
      baseline: one.baseline,
      path: one.path,
      line: one.line,
      forecast: one.forecast,
      ...(one.functions[0].member === null ? {} : { members: one.functions.map(({ member }) => member) }),
    };
  }
  yield { event: 'described', benchmarks: registry.benchmarks.length, states: registry.states.length };
}

module.exports = { describe };
