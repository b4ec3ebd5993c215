// Run without a driver: one case in this very process, or the guide's command line handed to clamh.
'use strict';

const natives = require('./natives.js');
const { chooseClock } = require('./clock.js');
const { raised, usage } = require('./failure.js');
const { DEFAULTS, MODES, openCase } = require('./open.js');
const { iterated } = require('./iteration.js');
const { resultText } = require('./result.js');
const { startTeam } = require('./team.js');
const { watch } = require('./waiting.js');

const USAGE = `usage: --solo NAME [-bm ${MODES.join('|')}] [-bs BATCH-SIZE] [-t THREADS] [-p PARAM=VALUE]...
              [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]\n`;
const TITLES = {
  thrpt: 'Throughput, ops/time', avgt: 'Average time, time/op', sample: 'Sampling time', ss: 'Single shot invocation time',
  wall: 'Wall time, time/op',
};
const SHARES = [0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];
const UNITS = {
  ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 3.6e12, d: 8.64e13,
};
const MOST_ITERATIONS = 1_000_000;

// "200ms" in ns; a bare number is seconds, as in the guide and in JMH.
function duration(flag, text) {
  const [, digits, unit] = /^([0-9]+)([a-z]*)$/.exec(text) ?? [];
  const ns = digits === undefined ? NaN : Number(digits) * (UNITS[unit || 's'] ?? NaN);
  if (ns > 0 && Number.isSafeInteger(ns)) return ns;
  throw usage(`${flag} ${text}: not a time such as 200ms, 1s, 2m`);
}

// A number of threads: as said or annotated, of a group whole groups.
function threadsOf({ settings, functions }, text) {
  const annotated = { [-1]: natives.cpus(), [-2]: Math.ceil(natives.cpus() / 2) };
  const [first = 1] = settings.threads ?? [];
  const wanted = text === undefined ? annotated[first] ?? first : Number(/^[0-9]{1,4}$/.test(text) ? text : 0);
  if (wanted < 1) throw usage(`-t ${text}: not a number of threads`);
  const inGroup = functions.reduce((sum, { member }) => sum + (member?.threads ?? 1), 0);
  return Math.ceil(wanted / inGroup) * inGroup;
}

function iterations(flag, text) {
  const number = /^[0-9]{1,7}$/.test(text) ? Number(text) : -1;
  if (number >= (flag === '-i' ? 1 : 0) && number <= MOST_ITERATIONS) return number;
  throw usage(`${flag} ${text}: not a number of iterations`);
}

const listed = (all) => all.map((one) => `\n  ${one.name}`).join('');

// The one whose name is given, in full or as what follows a dot.
function chosen(all, name, what) {
  const exact = all.find((one) => one.name === name);
  const found = exact === undefined ? all.filter((one) => one.name.endsWith(`.${name}`)) : [exact];
  if (found.length === 1) return found[0];
  if (found.length > 1) throw usage(`more than one ${what} is called ${name}:${listed(found)}`);
  throw usage(`no ${what} is called ${name}${all.length === 0 ? '; it has none' : `; there are:${listed(all)}`}`);
}

// Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run.
function completeRows(given, { states, params }, classes) {
  for (const state of states) {
    const [names = [], ...rows] = classes[state].forecast.rows ?? [];
    const missing = names.find((name) => !given.has(name) && params.some((one) => one.name === name));
    if (missing === undefined) continue;
    const row = rows.find((one) => one.every((value, at) => (given.get(names[at]) ?? value) === value));
    if (row === undefined) {
      const there = rows.map((one) => `\n  ${one.map((value, at) => `${names[at]}=${value}`).join(' ')}`).join('');
      throw usage(`no row has what -p gives, and it does not give ${missing}; there are:${there}`);
    }
    names.forEach((name, at) => given.set(name, row[at]));
  }
}

function readArguments(words, registry) {
  if (words.length === 0) throw usage(`--solo needs the name of a benchmark; there are:${listed(registry.benchmarks)}`);
  const benchmark = chosen(registry.benchmarks, words[0], 'benchmark');
  const said = benchmark.settings;
  const needs = registry.needsOfAll(benchmark);
  const { params } = needs;
  const solo = {
    benchmark,
    params: new Map(params.filter((one) => one.values.length > 0).map((one) => [one.name, one.values[0]])),
    mode: MODES.includes(said.modes?.[0]) ? said.modes[0] : 'avgt',
    opi: said.operations_per_invocation ?? 1,
    batch: String(said.measurement_batch_size ?? 1),
    warmupBatch: String(said.warmup_batch_size ?? 1),
    '-w': said.warmup_time_ns ?? 300_000_000,
    '-r': said.measurement_time_ns ?? 200_000_000,
  };
  for (let at = 1; at < words.length; at += 2) {
    const [flag, value] = [words[at], words[at + 1]];
    if (value === undefined) throw usage(`${flag} needs a value`);
    if (flag === '-p') {
      const equals = value.indexOf('=');
      if (equals < 0) throw usage(`-p ${value}: not PARAM=VALUE`);
      solo.params.set(chosen(params, value.slice(0, equals), 'param').name, value.slice(equals + 1));
    } else if (flag === '-bm') {
      solo.mode = value;
    } else if (flag === '-bs') {
      solo.batch = value;
      solo.warmupBatch = value;
    } else if (flag === '-t') {
      solo.threads = value;
    } else if (flag === '-wi' || flag === '-i') {
      solo[flag] = iterations(flag, value);
    } else if (flag === '-w' || flag === '-r') {
      solo[flag] = duration(flag, value);
    } else {
      throw usage(`--solo does not know ${flag}`);
    }
  }
  completeRows(solo.params, needs, registry.classes);
  const single = solo.mode === 'ss';
  return {
    '-wi': said.warmup_iterations ?? (single ? 0 : 5),
    '-i': said.measurement_iterations ?? (single ? 1 : 5),
    unit: said.time_unit in UNITS ? said.time_unit : solo.mode === 'thrpt' ? 's' : 'ns',
    ...solo,
    threads: threadsOf(benchmark, solo.threads),
  };
}

const seconds = (ns) => `${ns / 1e9} s`;
const figure = (value) => String(Number(value.toPrecision(6)));

function phaseLine(title, iterations, time, batch, mode) {
  if (iterations === 0) return `${title}: <none>\n`;
  const each = mode === 'ss' ? 'single-shot each' : `${seconds(time)} each`;
  return `${title}: ${iterations} iteration${iterations === 1 ? '' : 's'}, ${each}${batch > 1 ? `, ${batch} calls per op` : ''}\n`;
}

function head(open, solo) {
  const params = open.values.map(([param, value]) => `${param.name} = ${value}`).join(', ');
  return `Benchmark: ${open.name}\nBenchmark mode: ${TITLES[open.mode]}\nThreads: ${solo.threads} thread${solo.threads === 1 ? '' : 's'}\n`
    + phaseLine('Warmup', solo['-wi'], solo['-w'], open.batch.warmup, open.mode)
    + (solo.benchmark.settings.auto_warmup && open.mode !== 'ss' ? 'AutoWarmup: left out; clamh run warms up until steady\n' : '')
    + phaseLine('Measurement', solo['-i'], solo['-r'], open.batch.measurement, open.mode)
    + `${params === '' ? '' : `Parameters: (${params})\n`}\n`;
}

// The least time that at least this share of all does not exceed.
function quantile(histogram, total, share) {
  let seen = 0;
  for (let at = 0; at < histogram.length; at += 2) {
    seen += histogram[at + 1];
    if (seen >= Math.max(share * total, 1)) return histogram[at];
  }
  return 0;
}

// What several threads counted, as one: an HDR bucket of the one is one of the other.
function pooled(threads) {
  const buckets = new Map();
  for (const { histogram = [] } of threads) {
    for (let at = 0; at < histogram.length; at += 2) buckets.set(histogram[at], (buckets.get(histogram[at]) ?? 0) + histogram[at + 1]);
  }
  const sum = (field) => threads.reduce((total, one) => total + one[field], 0);
  const histogram = [...buckets].sort(([one], [other]) => one - other).flat();
  return { ...threads[0], operations: sum('operations'), elapsed_ns: sum('elapsed_ns'), timings: sum('timings'), histogram };
}

const scoreUnit = (open, { unit }) => (open.mode === 'thrpt' ? `ops/${unit}` : `${unit}/op`);
const timeOf = (one, { unit }) => Math.max(one.elapsed_ns - one.timings * one.clock_cost_ns, 0) / UNITS[unit];

// An iteration's score from what the protocol tells of its threads, aggregated as JMH does; NaN where none came to its end.
function value(open, solo, all) {
  const threads = all.filter((one) => one.operations > 0);
  const total = (of) => threads.reduce((sum, one) => sum + of(one), 0);
  const operations = total((one) => one.operations);
  if (threads.length === 0) return NaN;
  if (open.mode === 'thrpt') return total((one) => one.operations / timeOf(one, solo));
  if (open.mode === 'wall') return Math.max(...threads.map((one) => timeOf(one, solo))) / operations;
  if (open.mode === 'sample') return timeOf(pooled(threads), solo) / operations;
  return total((one) => timeOf(one, solo) / one.operations) / threads.length;
}

// The same as the guide prints it.
function score(open, solo, all) {
  const threads = all.filter((one) => one.operations > 0);
  if (threads.length === 0) return 'no invocation came to its end';
  const names = Object.keys(threads[0].counters);
  const total = (name) => threads.reduce((sum, one) => sum + (one.counters[name] ?? 0), 0);
  const counters = names.map((name) => `, ${name} = ${figure(total(name))}`).join('');
  const text = `${figure(value(open, solo, all))} ${scoreUnit(open, solo)}`;
  if (open.mode !== 'sample') return `${text}${counters}`;
  const one = pooled(threads);
  const values = SHARES.map((share) => {
    const least = Math.max(quantile(one.histogram, one.timings, share) - one.clock_cost_ns, 0);
    return figure(least / open.operationsPerInvocation / UNITS[solo.unit]);
  });
  return `n = ${one.timings}, mean = ${text}, p{${SHARES.join(', ')}} = ${values.join(', ')} ${scoreUnit(open, solo)}${counters}`;
}

// The score of all threads and, in a group, of each member's.
function scores(open, solo, threads) {
  const own = open.functions.filter(({ member }) => member !== null).map(({ member }) => (
    `\n  ${member.name}: ${score(open, solo, threads.filter((one) => one.member === member.name))}`));
  return score(open, solo, threads) + own.join('');
}

async function runSolo(words, load) {
  let open = null;
  try {
    const { registry, injected } = await load();
    const solo = readArguments(words, registry);
    if (!chooseClock()) throw usage('CLAMH_CLOCK must be counted:NS with NS above 0');
    watch();
    const asked = {
      ...DEFAULTS, id: 'solo', benchmark: solo.benchmark.name, mode: solo.mode, opi: String(solo.opi), params: solo.params,
      batch: solo.batch, wbatch: solo.warmupBatch, tu: solo.unit, threads: String(solo.threads),
      wi: String(solo['-wi']), w: String(solo['-w']), i: String(solo['-i']), r: String(solo['-r']),
    };
    open = openCase(registry, asked, injected);
    if (solo.threads > 1) await startTeam(open, asked);
    natives.say(1, head(open, solo));
    const total = solo['-wi'] + solo['-i'];
    const measured = [];
    for (let at = 0; at < total; at += 1) {
      const warmup = at < solo['-wi'];
      const phase = warmup ? 'warmup' : 'measurement';
      const [time, count] = open.mode === 'ss' ? [0, 1] : [solo[warmup ? '-w' : '-r'], 0];
      const { threads } = await iterated(open, phase, { timeNs: time, operations: count }, at === 0 ? 2 : 1, at === total - 1 ? 2 : 1);
      const number = warmup ? `warmup iteration ${at + 1}` : `iteration ${at + 1 - solo['-wi']}`;
      natives.say(1, `Benchmark ${open.name}, ${number}: ${scores(open, solo, threads)}\n`);
      if (!warmup) measured.push(value(open, solo, threads));
    }
    natives.say(1, resultText(open.name, measured, scoreUnit(open, solo), figure));
    await open.team?.leave();
    return 0;
  } catch (error) {
    const { reason, where, message } = raised('internal', '', error);
    await (open?.team ?? open)?.abandon();
    await open?.team?.leave();
    natives.say(2, reason === 'usage' ? `${message}\n${USAGE}` : `${reason}${where === '' ? '' : ` in ${where}`}: ${message}\n`);
    return reason === 'usage' ? 2 : 1;
  }
}

// The clamh that published this artifact, which it wrote behind it; '' where none did.
function builder() {
  const [, program = ''] = /\n\/\/clamh=(.*)\n$/.exec(natives.require('node:fs').readFileSync(natives.artifactPath, 'utf8')) ?? [];
  return program;
}

// Everything else is clamh's: this process waits for it and ends as it ends. The workers are to have this very Node.
async function handOver(words, benchmarks) {
  const { spawn } = natives.require('node:child_process');
  const path = natives.require('node:path');
  const { CLAMH_HOME: home } = natives.environment;
  const places = home ? ['bin', '.venv/bin'].map((place) => path.join(home, place, 'clamh')) : [];
  const env = { ...natives.environment, PATH: [path.dirname(natives.executable), natives.environment.PATH].join(path.delimiter) };
  const given = ['run', '--artifact', `javascript:${natives.artifactPath}`, ...words];
  for (const signal of ['SIGINT', 'SIGTERM']) natives.on(signal, () => {}); // clamh gets SIGINT too, and ends in good order
  const builtBy = builder();
  for (const program of [...(builtBy ? [builtBy] : []), 'clamh', ...places]) {
    const code = await new Promise((resolve) => {
      const child = spawn(program, given, { stdio: 'inherit', env });
      natives.on('SIGTERM', () => child.kill('SIGTERM'));
      child.on('error', () => resolve(null));
      child.on('exit', (status, signal) => resolve(status ?? 128 + natives.require('node:os').constants.signals[signal]));
    });
    if (code !== null) return code;
  }
  natives.say(2, 'clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n'
    + (builtBy ? `${builtBy}, which built this, is not there any more: build it again with \`clamh build\`.\n` : '')
    + `Without it: ${path.basename(natives.executable)} ${natives.artifactPath} --solo NAME [-bm MODE] [-bs N] [-p PARAM=VALUE] `
    + `[-wi N] [-w TIME] [-i N] [-r TIME]\nwith one of these as NAME:${listed(benchmarks)}\n`);
  return 2;
}

module.exports = { handOver, runSolo };
