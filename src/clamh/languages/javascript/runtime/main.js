// Driven when the driver has left its two pipes in the environment; otherwise run by a person.
'use strict';

const natives = require('./natives.js');
const { Failure, words } = require('./failure.js');
const { handOver, runSolo } = require('./solo.js');
const { Registry } = require('./state.js');
const { serveThread } = require('./thread.js');
const { serve } = require('./worker.js');

// The exit code. `outside` is what lives in the user's realm: loadModule, and what the stubs use.
module.exports = async function main(told, outside) {
  const artifact = JSON.parse(told);
  let loading = null;
  const load = () => {
    loading ??= loaded(artifact, outside);
    return loading;
  };
  if (natives.thread !== null) return serveThread(load);
  const { input, output } = natives.given;
  if (input !== undefined && output !== undefined) {
    const descriptors = [input, output].map((text) => (/^[0-9]{1,7}$/.test(text) ? Number(text) : -1));
    if (descriptors.every((one) => one >= 0)) return serve(...descriptors, load, artifact.platform);
    natives.say(2, 'CLAMH_IN and CLAMH_OUT must be numbers of open descriptors\n');
    return 2;
  }
  const [first, ...rest] = natives.arguments;
  if (first === '--solo') return runSolo(rest, load);
  if (first !== '--check-modules') return handOver(natives.arguments, artifact.facts.benchmarks);
  const trouble = await outside.loadModule(null);
  natives.say(2, trouble);
  return trouble === '' ? 0 : 1;
};

async function loaded(artifact, outside) {
  const hooks = { classes: [], params: [], counters: [], checks: [], fixtures: [], benchmarks: [], floor: {} };
  const stub = (call, repeat, awaited) => ({ call, repeat, awaited });
  const given = {
    fence: outside.fence,
    type: (id, type) => { hooks.classes[id] = { type }; },
    param: (id, assign) => { hooks.params[id] = { assign }; },
    counter: (id, read, zero) => { hooks.counters[id] = { read, zero }; },
    check: (id, call) => { hooks.checks[id] = { call }; },
    fixture: (id, call) => { hooks.fixtures[id] = { call }; },
    benchmark: (id, ...stubs) => { hooks.benchmarks[id] = stub(...stubs); },
    floor: (...stubs) => { hooks.floor = stub(...stubs); },
  };
  let path;
  try {
    path = await outside.loadModule(given);
  } catch (error) {
    throw new Failure('benchmark', artifact.source, words(error));
  }
  const registry = new Registry(artifact.facts, hooks);
  registry.check(path);
  return { registry, injected: outside.injected };
}
