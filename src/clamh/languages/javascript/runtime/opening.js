// The fields of `open`, with the numbers looked up in the tables of the artifact (main.js).

const { malformed } = require('./failure.js');

const INFINITIES = { inf: Infinity, '-inf': -Infinity };

function natural(text) {
  if (!/^[0-9]+$/.test(text)) throw malformed();
  return Number(text);
}

function bigNatural(text) {
  natural(text);
  return BigInt(text);
}

const numbers = (text) => (text ? text.split(',').map(natural) : []);

function lookUp(table, text) {
  return numbers(text).map((number) => {
    if (table[number] === undefined) throw malformed();
    return table[number];
  });
}

// A param's value from its canonical text.
function parseValue(type, text) {
  if (type === 'integer') return BigInt(text);
  if (type === 'float') return INFINITIES[text] ?? Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

function readFields(fields) {
  const read = { p: [], step: [], uses: [] };
  for (const field of fields) {
    const equals = field.indexOf('=');
    const [key, value] = [field.slice(0, equals), field.slice(equals + 1)];
    if (Array.isArray(read[key])) read[key].push(value);
    else read[key] = value;
  }
  return read;
}

function readParam(text, params) {
  const colon = text.indexOf(':');
  const [param] = lookUp(params, text.slice(0, colon));
  const value = text.slice(colon + 1);
  return { param, text: value, value: parseValue(param.type, value) };
}

function readStep(text, { states, fixtures }) {
  const [level, state, setups, teardowns] = text.split(':');
  return { level, state: lookUp(states, state)[0] ?? null, setups: lookUp(fixtures, setups), teardowns: lookUp(fixtures, teardowns) };
}

function readOpening(fields, tables) {
  const read = readFields(fields);
  const [{ name, functions }] = lookUp(tables.benchmarks, read.benchmark ?? '-');
  const phase = (type, count, time, batchSize) => ({ type, count: natural(count), time: natural(time), batchSize: natural(batchSize) });
  return {
    name,
    functions,
    mode: read.mode,
    threads: natural(read.threads),
    groupThreads: read.tg === undefined ? null : numbers(read.tg),
    waits: read.waits === '1',
    states: lookUp(tables.states, read.states),
    uses: read.uses.map((text) => lookUp(tables.states, text)), // of each function of a group
    params: read.p.map((text) => readParam(text, tables.params)),
    steps: read.step.map((text) => readStep(text, tables)),
    checks: lookUp(tables.checks, read.checks),
    counters: lookUp(tables.counters, read.counters),
    injected: (read.injected ?? '').split(','),
    operationsPerInvocation: natural(read.opi),
    seed: bigNatural(read.seed),
    layoutSeed: read.layout === 'random' ? bigNatural(read.lseed) : 0n,
    gc: read.gc === 'true',
    forks: natural(read.forks),
    warmupForks: natural(read.wforks),
    timeout: natural(read.to),
    timeUnit: read.tu,
    warmup: phase('WARMUP', read.wi, read.w, read.wbatch),
    measurement: phase('MEASUREMENT', read.i, read.r, read.batch),
  };
}

module.exports = { natural, numbers, parseValue, readFields, readOpening };
