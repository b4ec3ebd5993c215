// Run without a driver: plays the commands of one case, or hands the guide's command line to clamh.

const natives = require('./natives.js');
const { chooseClock } = require('./clock.js');
const { MODES } = require('./describe.js');
const { toFailure } = require('./failure.js');
const { numbers, parseValue } = require('./opening.js');
const { Scores, UNITS } = require('./score.js');
const { watch } = require('./waiting.js');
const { Worker } = require('./worker.js');

const USAGE = `usage: --solo NAME [-bm ${MODES.join('|')}] [-bs BATCH-SIZE] [-t THREADS] [-p PARAM=VALUE]...
              [-wi WARMUP-ITERATIONS] [-w TIME] [-i ITERATIONS] [-r TIME]\n`;
const TITLES = {
  thrpt: 'Throughput, ops/time', avgt: 'Average time, time/op', sample: 'Sampling time', ss: 'Single shot invocation time',
  wall: 'Wall time, time/op',
};

class UsageError extends Error {}

// "200ms" in ns; a bare number is seconds, as in the guide and in JMH.
function duration(flag, text) {
  const [, digits, unit] = /^([0-9]+)([a-z]*)$/.exec(text) ?? [];
  const ns = digits === undefined ? NaN : Number(digits) * (UNITS[unit || 's'] ?? NaN);
  if (ns > 0 && Number.isSafeInteger(ns)) return ns;
  throw new UsageError(`${flag} ${text}: not a time such as 200ms, 1s, 2m`);
}

const count = (least, most, what) => (flag, text) => {
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${flag} ${text}: not a number of ${what}`);
};

function readMode(flag, text) {
  if (MODES.includes(text)) return text;
  throw new UsageError(`mode ${text} is none of ${MODES.join(', ')}`);
}

// What reads the text of each option, and the fields of `open` that it sets.
const OPTIONS = {
  '-bm': [readMode, 'mode'],
  '-bs': [count(1, 2 ** 50, 'invocations'), 'batch', 'wbatch'],
  '-t': [count(1, 1024, 'threads'), 'threads'],
  '-wi': [count(0, 1_000_000, 'iterations'), 'wi'],
  '-i': [count(1, 1_000_000, 'iterations'), 'i'],
  '-w': [duration, 'w'],
  '-r': [duration, 'r'],
};

const listed = (all) => all.map(({ name }) => `\n  ${name}`).join('');

// The one of that name, in full or as what follows a dot.
function choose(all, name, what) {
  const exact = all.find((entry) => entry.name === name);
  const found = exact === undefined ? all.filter((entry) => entry.name.endsWith(`.${name}`)) : [exact];
  if (found.length === 1) return found[0];
  if (found.length > 1) throw new UsageError(`more than one ${what} is called ${name}:${listed(found)}`);
  throw new UsageError(`no ${what} is called ${name}${all.length === 0 ? '; it has none' : `; there are:${listed(all)}`}`);
}

// Params of ParamRows that -p leaves out are those of the first row that has what it gives, as in a run.
function completeRows(given, states) {
  for (const { rows: [names, ...rows] = [[]] } of states) {
    const missing = names.find((name) => !given.has(name));
    if (missing === undefined) continue;
    const row = rows.find((values) => values.every((value, at) => (given.get(names[at]) ?? value) === value));
    if (row === undefined) {
      const known = rows.map((values) => `\n  ${values.map((value, at) => `${names[at]}=${value}`).join(' ')}`).join('');
      throw new UsageError(`no row has what -p gives, and it does not give ${missing}; there are:${known}`);
    }
    names.forEach((name, at) => given.set(name, row[at]));
  }
}

// The fields that options set, and the text of each param that -p gives.
function readOptions(words, params) {
  const options = {};
  const given = new Map();
  for (let at = 0; at < words.length; at += 2) {
    const [flag, text] = [words[at], words[at + 1]];
    if (text === undefined) throw new UsageError(`${flag} needs a value`);
    if (flag === '-p') {
      const equals = text.indexOf('=');
      if (equals < 0) throw new UsageError(`-p ${text}: not PARAM=VALUE`);
      given.set(choose(params, text.slice(0, equals), 'param').name, text.slice(equals + 1));
    } else if (Object.hasOwn(OPTIONS, flag)) {
      const [read, ...fields] = OPTIONS[flag];
      for (const field of fields) options[field] = read(flag, text);
    } else {
      throw new UsageError(`--solo does not know ${flag}`);
    }
  }
  return { options, given };
}

function parseParam({ name, number, type, values, constants }, given) {
  const text = given.get(name) ?? values[0];
  let value = NaN;
  if (type !== 'integer' || /^[+-]?[0-9]+$/.test(text)) value = parseValue(type, text);
  if ((Number.isNaN(value) && text !== 'NaN') || (constants !== undefined && !constants.includes(text))) {
    throw new UsageError(`param ${name} is of type ${type} and cannot be "${text}"`);
  }
  return { name, value, field: `p=${number}:${text}` };
}

// The fields that annotations or defaults set.
function readSettings({ settings, functions, group }, mode) {
  const isSingle = mode === 'ss';
  const threads = settings.threads?.[0] ?? 1;
  return {
    threads: { [-1]: natives.cpus(), [-2]: Math.ceil(natives.cpus() / 2) }[threads] ?? threads,
    ...(group ? { tg: functions.map((called) => called.threads) } : {}),
    batch: settings.measurement_batch_size ?? 1,
    wbatch: settings.warmup_batch_size ?? 1,
    opi: settings.operations_per_invocation ?? 1,
    wi: settings.warmup_iterations ?? (isSingle ? 0 : 5),
    w: settings.warmup_time_ns ?? 300_000_000,
    i: settings.measurement_iterations ?? (isSingle ? 1 : 5),
    r: settings.measurement_time_ns ?? 200_000_000,
    tu: settings.time_unit in UNITS ? settings.time_unit : mode === 'thrpt' ? 's' : 'ns',
    seed: 0, layout: 'static', gc: 'false', forks: 0, wforks: 0, to: 0,
  };
}

// The case: its command `open`, whose own fields are in `fields`, and what is printed of it.
function planCase(words, { openings }, entries) {
  const benchmarks = entries.filter(({ event }) => event === 'benchmark');
  if (words.length === 0) throw new UsageError(`--solo needs the name of a benchmark; there are:${listed(benchmarks)}`);
  const benchmark = choose(benchmarks, words[0], 'benchmark');
  const fixed = openings[benchmark.number].split('\t');
  const numbersOf = (key) => numbers(fixed.find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1));
  const states = entries.filter(({ event, number }) => event === 'state' && numbersOf('states').includes(number));
  const [params, counters] = ['params', 'counters'].map((kind) => states.flatMap((state) => state[kind] ?? []));
  const { options, given } = readOptions(words.slice(1), params);
  completeRows(given, states);
  const mode = options.mode ?? benchmark.settings.modes?.[0] ?? 'avgt';
  const fields = { ...readSettings(benchmark, mode), ...options, mode };
  const inGroup = benchmark.functions.reduce((sum, called) => sum + called.threads, 0);
  fields.threads = Math.ceil(fields.threads / inGroup) * inGroup;
  fields.waits = Number(fields.threads > 1 && (benchmark.group || /^injected=.*Control/m.test(fixed.join('\n'))));
  if (mode === 'ss') fields.w = fields.r = 0;
  const values = params.map((param) => parseParam(param, given));
  const own = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  return {
    benchmark, fields, values, open: ['open', 'solo', ...fixed, ...values.map(({ field }) => field), ...own],
    counters: numbersOf('counters').map((number) => counters.find((counter) => counter.number === number).name),
  };
}

function describePhase(title, iterations, timeNs, batch) {
  if (iterations === 0) return `${title}: <none>\n`;
  const each = timeNs === 0 ? 'single-shot each' : `${timeNs / 1e9} s each`;
  return `${title}: ${iterations} iteration${iterations === 1 ? '' : 's'}, ${each}${batch > 1 ? `, ${batch} calls per op` : ''}\n`;
}

function describeCase({ benchmark, fields: { mode, threads, wi, w, wbatch, i, r, batch }, values }) {
  const params = values.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return `Benchmark: ${benchmark.name}\nBenchmark mode: ${TITLES[mode]}\nThreads: ${threads} thread${threads === 1 ? '' : 's'}\n`
    + describePhase('Warmup', wi, w, wbatch)
    + (benchmark.settings.auto_warmup && mode !== 'ss' ? 'AutoWarmup: left out; clamh run warms up until steady\n' : '')
    + describePhase('Measurement', i, r, batch)
    + ((benchmark.settings.min_iterations || benchmark.settings.max_iterations) && mode !== 'ss'
      ? 'Bounds of calls: left out; each iteration takes its time\n' : '')
    + `${params === '' ? '' : `Parameters: (${params})\n`}\n`;
}

async function runSolo(words, artifact, entries, load) {
  let events = [];
  const worker = new Worker({ write: (event) => events.push(event) }, load, artifact);
  const execute = async (fields) => {
    events = [];
    await worker.execute(fields.map(String));
    const { threads, ...last } = events.at(-1);
    const seriesOf = (number) => events.filter(({ thread }) => thread === number).flatMap((event) => event.sample_ns);
    return { ...last, threads: threads?.map((thread, number) => ({ ...thread, sampleNs: seriesOf(number) })) };
  };
  try {
    const solo = planCase(words, artifact, entries);
    if (!chooseClock()) throw new UsageError('CLAMH_CLOCK must be counted:NS with NS above 0');
    watch();
    const opened = await execute(solo.open);
    natives.say(1, describeCase(solo));
    await playIterations(solo, new Scores(solo, opened.clock_cost_ns), execute);
    await execute(['close', 'solo']);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      natives.say(2, `${error.message}\n${USAGE}`);
      return 2;
    }
    const failure = toFailure('internal', '', error);
    await worker.fail('solo', failure);
    const { reason, where, thread, message } = failure;
    natives.say(2, `${reason}${where === '' ? '' : ` in ${where}`}: ${thread === undefined ? '' : `thread ${thread}: `}${message}\n`);
    return 1;
  }
}

async function playIterations({ benchmark, fields: { wi, w, i, r } }, scores, execute) {
  const measured = [];
  for (let at = 0; at < wi + i; at += 1) {
    const [phase, timeNs, title] = at < wi ? ['warmup', w, `warmup iteration ${at + 1}`] : ['measurement', r, `iteration ${at + 1 - wi}`];
    const flags = [Number(at === 0), Number(at === wi + i - 1)];
    const { threads } = await execute(['iterate', 'solo', phase, timeNs, Number(timeNs === 0), ...flags]);
    const members = benchmark.group ? benchmark.functions.map((called, number) => (
      `\n  ${called.name}: ${scores.format(threads.filter((thread) => thread.function === number))}`)) : [];
    natives.say(1, `Benchmark ${benchmark.name}, ${title}: ${scores.format(threads)}${members.join('')}\n`);
    if (phase === 'measurement') measured.push(scores.score(threads));
  }
  natives.say(1, scores.formatResult(benchmark.name, measured));
}

// The clamh that published this artifact, which it wrote behind it; '' where none did.
function findBuilder() {
  const [, program = ''] = /\n\/\/clamh=(.*)\n$/.exec(natives.require('node:fs').readFileSync(natives.artifactPath, 'utf8')) ?? [];
  return program;
}

// Everything else is clamh's: this process waits for it and ends as it ends. The workers are to have this very Node.
async function handOver(words, entries) {
  const { spawn } = natives.require('node:child_process');
  const path = natives.require('node:path');
  const { CLAMH_HOME: home } = natives.environment;
  const places = home ? ['bin', '.venv/bin'].map((place) => path.join(home, place, 'clamh')) : [];
  const env = { ...natives.environment, PATH: [path.dirname(natives.executable), natives.environment.PATH].join(path.delimiter) };
  const given = ['run', '--artifact', `javascript:${natives.artifactPath}`, ...words];
  for (const signal of ['SIGINT', 'SIGTERM']) natives.on(signal, () => {}); // clamh gets SIGINT too, and ends in good order
  const builder = findBuilder();
  for (const program of [...(builder ? [builder] : []), 'clamh', ...places]) {
    const code = await new Promise((resolve) => {
      const child = spawn(program, given, { stdio: 'inherit', env });
      natives.on('SIGTERM', () => child.kill('SIGTERM'));
      child.on('error', () => resolve(null));
      child.on('exit', (status, signal) => resolve(status ?? 128 + natives.require('node:os').constants.signals[signal]));
    });
    if (code !== null) return code;
  }
  natives.say(2, 'clamh is needed for this and is neither on PATH nor under $CLAMH_HOME (bin, .venv/bin).\n'
    + (builder ? `${builder}, which built this, is not there any more: build it again with \`clamh build\`.\n` : '')
    + `Without it: ${path.basename(natives.executable)} ${natives.artifactPath} --solo NAME [-bm MODE] [-bs N] [-p PARAM=VALUE] `
    + `[-wi N] [-w TIME] [-i N] [-r TIME]\nwith one of these as NAME:${listed(entries.filter(({ event }) => event === 'benchmark'))}\n`);
  return 2;
}

module.exports = { handOver, runSolo };
