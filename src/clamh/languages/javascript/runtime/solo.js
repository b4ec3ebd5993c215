// Run without a driver: plays the commands of one case, or hands the guide's command line to clamh.

const natives = require('./natives.js');
const { chooseClock } = require('./clock.js');
const { MODES } = require('./describe.js');
const { toFailure } = require('./failure.js');
const { numbers, parseValue, readFields } = require('./opening.js');
const { Scores, UNITS } = require('./score.js');
const { watch } = require('./promises.js');
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

// What reads the text of each option, and the field of `open` that it sets.
const OPTIONS = {
  '-bm': [readMode, 'mode'],
  '-bs': [count(1, 2 ** 50, 'invocations'), 'batch'],
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
      const [read, field] = OPTIONS[flag];
      options[field] = read(flag, text);
    } else {
      throw new UsageError(`--solo does not know ${flag}`);
    }
  }
  return { options, given };
}

// An integer as a run reads it: decimal or 0x hexadecimal, with `_`; NaN for any other text.
function readInteger(text) {
  const [, sign, digits] = /^([+-]?)(0x[0-9a-f]+(?:_[0-9a-f]+)*|[0-9]+(?:_[0-9]+)*)$/i.exec(text) ?? [];
  if (digits === undefined) return NaN;
  const value = BigInt(digits.replaceAll('_', ''));
  return sign === '-' ? -value : value;
}

// The field of `open` for a param.
function readParam({ name, number, type, values, constants }, given) {
  const text = given.get(name) ?? values[0];
  const value = type === 'integer' ? readInteger(text) : parseValue(type, text);
  const isNumber = type === 'float' || type === 'integer';
  const known = constants === undefined || constants.includes(text)
    || (isNumber && constants.some((constant) => parseValue(type, constant) === value));
  const spelled = type === 'boolean' ? text === String(value)
    : !isNumber || (text.trim() !== '' && (!Number.isNaN(value) || (type === 'float' && /^nan$/i.test(text))));
  if (!spelled || !known) throw new UsageError(`param ${name} is of type ${type} and cannot be "${text}"`);
  return `p=${number}:${type === 'integer' ? value : text}`;
}

// The benchmark, and the command that opens its case; of a field that stands there twice, the last counts.
function planCase(words, { openings }, entries) {
  const benchmarks = entries.filter(({ event }) => event === 'benchmark');
  if (words.length === 0) throw new UsageError(`--solo needs the name of a benchmark; there are:${listed(benchmarks)}`);
  const benchmark = choose(benchmarks, words[0], 'benchmark');
  const annotated = openings[benchmark.number].split('\t');
  const source = readFields(annotated);
  const states = entries.filter(({ event, number }) => event === 'state' && numbers(source.states).includes(number));
  const params = states.flatMap((state) => state.params ?? []);
  const { options, given } = readOptions(words.slice(1), params);
  completeRows(given, states);
  const mode = options.mode ?? source.mode;
  const isSingle = mode === 'ss';
  const defaults = {
    wi: isSingle ? 0 : 5, i: isSingle ? 1 : 5, tu: mode === 'thrpt' ? 's' : 'ns', seed: 0, layout: 'static', gc: 'false', forks: 0, wforks: 0, to: 0,
  };
  const cpus = natives.cpus();
  const wanted = options.threads ?? { '-1': cpus, '-2': Math.max(1, Math.floor(cpus / 2)) }[source.threads] ?? Number(source.threads);
  const inGroup = benchmark.functions.reduce((sum, called) => sum + called.threads, 0);
  const threads = Math.ceil(wanted / inGroup) * inGroup;
  const waits = Number(threads > 1 && (benchmark.group || (source.injected ?? '').includes('Control')));
  const chosen = { ...options, ...(isSingle ? { w: 0, r: 0 } : {}), threads, waits };
  const write = (fields) => Object.entries(fields).map(([key, value]) => `${key}=${value}`);
  const values = params.map((param) => readParam(param, given));
  return { benchmark, command: ['open', 'solo', ...write(defaults), ...annotated, ...values, ...write(chosen)] };
}

function describePhase(title, { count: iterations, time, batchSize }) {
  if (iterations === 0) return `${title}: <none>\n`;
  const each = time === 0 ? 'single-shot each' : `${time / 1e9} s each`;
  return `${title}: ${iterations} iteration${iterations === 1 ? '' : 's'}, ${each}${batchSize > 1 ? `, ${batchSize} calls per op` : ''}\n`;
}

function describeCase({ name, mode, threads, warmup, measurement, params }, { settings }) {
  const values = params.map(({ param, value }) => `${param.name} = ${value}`).join(', ');
  return `Benchmark: ${name}\nBenchmark mode: ${TITLES[mode]}\nThreads: ${threads} thread${threads === 1 ? '' : 's'}\n`
    + describePhase('Warmup', warmup)
    + (settings.auto_warmup && mode !== 'ss' ? 'AutoWarmup: left out; clamh run warms up until steady\n' : '')
    + describePhase('Measurement', measurement)
    + ((settings.min_iterations || settings.max_iterations) && mode !== 'ss'
      ? 'Bounds of calls: left out; each iteration takes its time\n' : '')
    + `${values === '' ? '' : `Parameters: (${values})\n`}\n`;
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
    const { benchmark, command } = planCase(words, artifact, entries);
    if (!chooseClock()) throw new UsageError('CLAMH_CLOCK must be counted:NS with NS above 0');
    watch();
    const opened = await execute(command);
    const { own, pool } = worker.cases.get('solo');
    const { opening } = own ?? pool;
    natives.say(1, describeCase(opening, benchmark));
    await playIterations(benchmark, opening, new Scores(opening, opened.clock_cost_ns), execute);
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

async function playIterations(benchmark, { warmup, measurement }, scores, execute) {
  const measured = [];
  const total = warmup.count + measurement.count;
  for (let at = 0; at < total; at += 1) {
    const [phase, timeNs, title] = at < warmup.count ? ['warmup', warmup.time, `warmup iteration ${at + 1}`]
      : ['measurement', measurement.time, `iteration ${at + 1 - warmup.count}`];
    const flags = [Number(at === 0), Number(at === total - 1)];
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

// The word in the quotes of a shell, as NODE is read.
const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

// Everything else is clamh's: this process waits for it and ends as it ends. The workers are to have this very runtime, with its flags.
async function handOver(words, entries) {
  const { spawn } = natives.require('node:child_process');
  const path = natives.require('node:path');
  const { CLAMH_HOME: home } = natives.environment;
  const places = home ? ['bin', '.venv/bin'].map((place) => path.join(home, place, 'clamh')) : [];
  const env = { ...natives.environment, NODE: [natives.executable, ...JSON.parse(natives.flags)].map(quoted).join(' ') };
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
