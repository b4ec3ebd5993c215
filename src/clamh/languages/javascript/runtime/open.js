// Checking what a case is asked to be, and making it.
'use strict';

const { Case } = require('./case.js');
const { deal } = require('./deal.js');
const { Failure, usage } = require('./failure.js');
const { convert } = require('./param.js');

const MODES = ['avgt', 'thrpt', 'sample', 'ss', 'wall'];
const MOST_THREADS = 1024; // each is a Node of its own, of some MB
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

// How many threads of one group run each member: as asked, or as GroupThreads says.
function groupThreads({ name, functions }, asked) {
  if (functions[0].member === null) {
    if (asked !== undefined) throw usage(`${name} is no group, and tg=${asked} is for groups`);
    return undefined;
  }
  if (asked === undefined) return functions.map(({ member }) => member.threads);
  const said = asked.split(',').map((text) => number(text, 0, MOST_THREADS, `tg=${asked}`));
  if (said.length !== functions.length) throw usage(`tg=${asked} is no number of threads for each of ${name}'s ${functions.length} members`);
  if (said.every((one) => one === 0)) throw usage(`tg=${asked} leaves ${name} without threads`);
  return said;
}

// What Memory is placed by: 0 places nothing. Where nothing is said it is the seed of the data.
function layoutSeed({ layout, lseed, seed }) {
  if (layout !== 'random' && layout !== 'static') throw usage(`layout=${layout} is neither random nor static`);
  return layout === 'static' ? 0n : BigInt(whole(lseed ?? seed, 0, MOST_SEED, `lseed=${lseed}`));
}

// `asked`: id, benchmark and the fields of DEFAULTS as texts, and params, a Map from full name to text. A thread of a case with
// several says how it was `dealt`, and has its `seat` among them.
function openCase(registry, asked, injected, dealt, seat) {
  const benchmark = registry.benchmark(asked.benchmark);
  if (benchmark === undefined) throw usage(`no benchmark is called ${asked.benchmark}`);
  if (!MODES.includes(asked.mode)) throw usage(`mode ${asked.mode} is none of ${MODES.join(', ')}`);
  if (asked.mode === 'sample' && benchmark.functions.some((one) => one.takes.includes('Operations'))) {
    throw unsupported(`${asked.benchmark} takes Operations, and mode sample times batches of equal work`);
  }
  const members = groupThreads(benchmark, asked.tg);
  const threads = number(asked.threads, 1, MOST_THREADS, `threads=${asked.threads}`);
  const inGroup = members === undefined ? 1 : members.reduce((sum, one) => sum + one, 0);
  if (threads % inGroup !== 0) throw usage(`threads=${threads} are not whole groups of ${inGroup}`);
  const all = deal(threads, members);
  if (!['true', 'false'].includes(asked.gc)) throw unsupported(`gc=${asked.gc} is nothing that this runtime can do`);
  const said = (field) => number(asked[field], 0, MANY, `${field}=${asked[field]}`);
  const opening = {
    id: asked.id,
    mode: asked.mode,
    batch: number(asked.batch, 1, MANY, `batch=${asked.batch}`),
    warmupBatch: number(asked.wbatch ?? asked.batch, 1, MANY, `wbatch=${asked.wbatch}`),
    operationsPerInvocation: number(asked.opi, 1, MANY, `opi=${asked.opi}`),
    seed: whole(asked.seed, 0, MOST_SEED, `seed=${asked.seed}`),
    layoutSeed: layoutSeed(asked),
    dealt: dealt ?? all[0],
    all,
    gc: asked.gc === 'true',
    texts: asked.params,
    plan: {
      forks: said('forks'), warmupForks: said('wforks'), timeUnit: asked.tu, timeout: said('to'),
      warmup: { count: said('wi'), time: said('w') }, measurement: { count: said('i'), time: said('r') },
    },
  };
  const made = new Case(registry, opening, benchmark, injected, seat);
  const { params } = registry.needsOfAll(benchmark);
  for (const param of params) {
    if (!asked.params.has(param.name)) throw usage(`param ${param.name} is not given`);
    const text = asked.params.get(param.name);
    const value = convert(param.type, text, param.constants);
    if (value === undefined) throw usage(`param ${param.name} is of type ${param.type} and cannot be "${text}"`);
    if (made.needs.params.includes(param)) made.values.push([param, value]);
  }
  for (const name of asked.params.keys()) {
    if (!params.some((param) => param.name === name)) {
      throw usage(`no state of ${asked.benchmark} has a param ${name}`);
    }
  }
  return made;
}

// What `open` may say besides the params; from `forks` on it is there for BenchmarkParams only.
const DEFAULTS = {
  mode: 'avgt', threads: '1', tg: undefined, batch: '1', wbatch: undefined, opi: '1', gc: 'false', // wbatch: as batch
  seed: '0', lseed: undefined, layout: 'random',
  forks: '0', wforks: '0', wi: '0', w: '0', i: '1', r: '0', to: '0', tu: 'ns',
};

module.exports = { DEFAULTS, MODES, MOST_THREADS, number, openCase, whole };
