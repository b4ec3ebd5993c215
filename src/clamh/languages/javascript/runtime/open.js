// Checking what a case is asked to be, and making it.
'use strict';

const { Case } = require('./case.js');
const { Failure, usage } = require('./failure.js');
const { convert } = require('./param.js');

const MODES = ['avgt', 'thrpt', 'sample', 'ss', 'wall'];
const MANY = Number.MAX_SAFE_INTEGER;
const MOST_SEED = (1n << 64n) - 1n;

function whole(text, least, most, what = `"${text}"`) {
  const value = /^[0-9]+$/.test(text) ? BigInt(text) : -1n;
  if (value < BigInt(least) || value > BigInt(most)) throw usage(`${what} is no whole number from ${least} to ${most}`);
  return value;
}

function unsupported(message) {
  return new Failure('unsupported', '', message);
}

function number(text, least, most, what) {
  return Number(whole(text, least, most, what));
}

// `asked`: id, benchmark and the fields of DEFAULTS as texts, and params, a Map from full name to text.
function openCase(registry, asked, injected) {
  const benchmark = registry.benchmark(asked.benchmark);
  if (benchmark === undefined) throw usage(`no benchmark is called ${asked.benchmark}`);
  if (!MODES.includes(asked.mode)) throw usage(`mode ${asked.mode} is none of ${MODES.join(', ')}`);
  if (asked.mode === 'sample' && benchmark.takes.includes('Operations')) {
    throw unsupported(`${asked.benchmark} takes Operations, and mode sample times batches of equal work`);
  }
  if (!['true', 'false'].includes(asked.gc)) throw unsupported(`gc=${asked.gc} is nothing that this runtime can do`);
  const said = (field) => number(asked[field], 0, MANY, `${field}=${asked[field]}`);
  const opening = {
    id: asked.id,
    mode: asked.mode,
    batch: number(asked.batch, 1, MANY, `batch=${asked.batch}`),
    warmupBatch: number(asked.wbatch ?? asked.batch, 1, MANY, `wbatch=${asked.wbatch}`),
    operationsPerInvocation: number(asked.opi, 1, MANY, `opi=${asked.opi}`),
    seed: whole(asked.seed, 0, MOST_SEED, `seed=${asked.seed}`),
    threads: number(asked.threads, 1, 1, `threads=${asked.threads}`),
    gc: asked.gc === 'true',
    texts: asked.params,
    plan: {
      forks: said('forks'), warmupForks: said('wforks'), timeUnit: asked.tu, timeout: said('to'),
      warmup: { count: said('wi'), time: said('w') }, measurement: { count: said('i'), time: said('r') },
    },
  };
  const made = new Case(registry, opening, benchmark, injected);
  for (const param of made.needs.params) {
    if (!asked.params.has(param.name)) throw usage(`param ${param.name} is not given`);
    const text = asked.params.get(param.name);
    const value = convert(param.type, text, param.constants);
    if (value === undefined) throw usage(`param ${param.name} is of type ${param.type} and cannot be "${text}"`);
    made.values.push([param, value]);
  }
  for (const name of asked.params.keys()) {
    if (!made.needs.params.some((param) => param.name === name)) {
      throw usage(`no state of ${asked.benchmark} has a param ${name}`);
    }
  }
  return made;
}

// What `open` may say besides the params; from `forks` on it is there for BenchmarkParams only.
const DEFAULTS = {
  mode: 'avgt', threads: '1', batch: '1', wbatch: undefined, opi: '1', seed: '0', gc: 'false', // wbatch: as batch
  forks: '0', wforks: '0', wi: '0', w: '0', i: '1', r: '0', to: '0', tu: 'ns',
};

module.exports = { DEFAULTS, MODES, number, openCase, whole };
