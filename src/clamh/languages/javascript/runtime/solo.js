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

const OPTIONS = {
  '-bm': (flag, text) => {
    if (MODES.includes(text)) return text;
    throw new UsageError(`mode ${text} is none of ${MODES.join(', ')}`);
  },
  '-bs': count(1, 2 ** 50, 'invocations'),
  '-t': count(1, 1024, 'threads'),
  '-wi': count(0, 1_000_000, 'iterations'),
  '-i': count(1, 1_000_000, 'iterations'),
  '-w': duration,
  '-r': duration,
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

// The options and the text of each param that -p gives.
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
      options[flag] = OPTIONS[flag](flag, text);
    } else {
      throw new UsageError(`--solo does not know ${flag}`);
    }
  }
  return { options, given };
}

function parseParams(params, given) {
  return params.map(({ name, number, type, values, constants }) => {
    const text = given.get(name) ?? values[0];
    if (text === undefined) throw new UsageError(`param ${name} is not given`);
    const value = /^[+-]?[0-9]/.test(text) || type !== 'integer' ? parseValue(type, text) : NaN;
    const isWrong = (Number.isNaN(value) && text !== 'NaN') || (type === 'boolean' && String(value) !== text)
      || (constants !== undefined && !constants.includes(text));
    if (isWrong) throw new UsageError(`param ${name} is of type ${type} and cannot be "${text}"`);
    return { name, value, field: `p=${number}:${text}` };
  });
}

// Everything about the case: its command `open`, and what is printed of it.
function plan(words, { openings }, entries) {
  const benchmarks = entries.filter(({ event }) => event === 'benchmark');
  if (words.length === 0) throw new UsageError(`--solo needs the name of a benchmark; there are:${listed(benchmarks)}`);
  const benchmark = choose(benchmarks, words[0], 'benchmark');
  const { settings, functions, group } = benchmark;
  const fixed = openings[benchmark.number].split('\t');
  const numbersOf = (key) => numbers(fixed.find((field) => field.startsWith(`${key}=`))?.slice(key.length + 1));
  const states = entries.filter(({ event, number }) => event === 'state' && numbersOf('states').includes(number));
  const params = states.flatMap((state) => state.params ?? []).sort((one, other) => one.number - other.number);
  const counters = states.flatMap((state) => state.counters ?? []);
  const { options, given } = readOptions(words.slice(1), params);
  completeRows(given, states);
  const mode = options['-bm'] ?? settings.modes?.[0] ?? 'avgt';
  const annotated = settings.threads?.[0] ?? 1;
  const wanted = options['-t'] ?? { [-1]: natives.cpus(), [-2]: Math.ceil(natives.cpus() / 2) }[annotated] ?? annotated;
  const inGroup = functions.reduce((sum, called) => sum + called.threads, 0);
  const threads = Math.ceil(wanted / inGroup) * inGroup;
  const phase = (iterations, timeNs, batch) => ({ iterations, timeNs: mode === 'ss' ? 0 : timeNs, batch: options['-bs'] ?? batch ?? 1 });
  const single = mode === 'ss';
  const warmup = phase(options['-wi'] ?? settings.warmup_iterations ?? (single ? 0 : 5),
    options['-w'] ?? settings.warmup_time_ns ?? 300_000_000, settings.warmup_batch_size);
  const measurement = phase(options['-i'] ?? settings.measurement_iterations ?? (single ? 1 : 5),
    options['-r'] ?? settings.measurement_time_ns ?? 200_000_000, settings.measurement_batch_size);
  const unit = settings.time_unit in UNITS ? settings.time_unit : mode === 'thrpt' ? 's' : 'ns';
  const opi = settings.operations_per_invocation ?? 1;
  const values = parseParams(params, given);
  const waits = threads > 1 && (group || fixed.some((field) => field.startsWith('injected=') && field.includes('Control')));
  const open = ['open', 'solo', ...fixed, ...values.map(({ field }) => field), `mode=${mode}`, `threads=${threads}`, `waits=${Number(waits)}`,
    ...(group ? [`tg=${functions.map((called) => called.threads)}`] : []), `batch=${measurement.batch}`, `wbatch=${warmup.batch}`,
    `opi=${opi}`, 'seed=0', 'layout=static', 'gc=false', 'forks=0', 'wforks=0', `wi=${warmup.iterations}`, `w=${warmup.timeNs}`,
    `i=${measurement.iterations}`, `r=${measurement.timeNs}`, 'to=0', `tu=${unit}`];
  const names = numbersOf('counters').map((number) => counters.find((counter) => counter.number === number).name);
  return { benchmark, open, mode, threads, warmup, measurement, unit, opi, values, counters: names };
}

function describePhase(title, { iterations, timeNs, batch }) {
  if (iterations === 0) return `${title}: <none>\n`;
  const each = timeNs === 0 ? 'single-shot each' : `${timeNs / 1e9} s each`;
  return `${title}: ${iterations} iteration${iterations === 1 ? '' : 's'}, ${each}${batch > 1 ? `, ${batch} calls per op` : ''}\n`;
}

function describeCase({ benchmark, mode, threads, warmup, measurement, values }) {
  const params = values.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return `Benchmark: ${benchmark.name}\nBenchmark mode: ${TITLES[mode]}\nThreads: ${threads} thread${threads === 1 ? '' : 's'}\n`
    + describePhase('Warmup', warmup)
    + (benchmark.settings.auto_warmup && mode !== 'ss' ? 'AutoWarmup: left out; clamh run warms up until steady\n' : '')
    + describePhase('Measurement', measurement)
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
    const solo = plan(words, artifact, entries);
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

async function playIterations({ benchmark, warmup, measurement }, scores, execute) {
  const total = warmup.iterations + measurement.iterations;
  const measured = [];
  for (let at = 0; at < total; at += 1) {
    const [name, { timeNs }, title, number] = at < warmup.iterations ? ['warmup', warmup, 'warmup iteration', at + 1]
      : ['measurement', measurement, 'iteration', at + 1 - warmup.iterations];
    const flags = [Number(at === 0), Number(at === total - 1)];
    const { threads } = await execute(['iterate', 'solo', name, timeNs, Number(timeNs === 0), ...flags]);
    const members = benchmark.group ? benchmark.functions.map((called, place) => (
      `\n  ${called.name}: ${scores.format(threads.filter((thread) => thread.function === place))}`)) : [];
    natives.say(1, `Benchmark ${benchmark.name}, ${title} ${number}: ${scores.format(threads)}${members.join('')}\n`);
    if (name === 'measurement') measured.push(scores.score(threads));
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
