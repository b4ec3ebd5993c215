// Executes the driver's commands, one line each (protocol/README.md).

const natives = require('./natives.js');
const { Case } = require('./case.js');
const { Channel, decode } = require('./channel.js');
const { chooseClock, clock } = require('./clock.js');
const { countCollections } = require('./counters.js');
const { deal } = require('./deal.js');
const { COMMANDS, describe } = require('./describe.js');
const { Failure, malformed, toFailure } = require('./failure.js');
const { natural, readOpening } = require('./opening.js');
const { addCounts } = require('./system_counters.js');
const { perform } = require('./thread.js');
const { ThreadPool } = require('./thread_pool.js');
const { watch } = require('./promises.js');

const MUCH_BYTES = 2 ** 20; // a slice without garbage changes the heap by some KiB
const KEPT_OPEN = ['malformed', 'unsupported']; // reasons after which a case is as it was
const NUMBERS_IN_PART = 65_536;
const UNITS_IN_PART = 150_000; // of UTF-16: each has up to 6 bytes in JSON, and a line 1 MiB
const LOW_SURROGATE = /^[\udc00-\udfff]/;

class Worker {
  // `sink.write` takes the events; `load` resolves to the tables, once the user's module is loaded.
  constructor(sink, load, artifact) {
    this.sink = sink;
    this.load = load;
    this.artifact = artifact;
    this.cases = new Map();
  }

  find(id) {
    if (!this.cases.has(id)) throw malformed();
    return this.cases.get(id);
  }

  async describe() {
    await this.load();
    this.sink.write(describe(this.artifact));
    for (const line of this.artifact.catalog) this.sink.writeLine(line);
  }

  async open([, id, ...fields]) {
    const { injected, ...tables } = await this.load();
    const opening = readOpening(fields, tables);
    const dealt = deal(opening.threads, opening.groupThreads ?? [1]);
    // `depth`: 0 before and after the trial, 1 in it, 2 in an iteration of slices.
    const entry = { id, depth: 0, unsliced: explainUnsliced(opening), own: null, pool: null };
    this.cases.set(id, entry);
    if (dealt.length > 1) entry.pool = new ThreadPool(opening, dealt, fields);
    else entry.own = new Case(opening, injected, dealt[0]);
    const threads = entry.pool === null ? [natives.threadId()] : await entry.pool.start();
    this.sink.write({
      event: 'opened', case: id, clock_cost_ns: clock.stretchNs, source: 'worker', processors: natives.processors,
      threads: threads.includes(null) ? undefined : threads, unsliced: entry.unsliced,
    });
  }

  // What each thread of the case answers.
  async run({ own, pool }, command) {
    return pool === null ? [await perform(own, command)] : pool.ask(command);
  }

  // An iteration, or a slice: `begin` and `end` are 0 for neither, 1 for the iteration, 2 for the trial too.
  async measure(event, entry, command) {
    if (command.begin !== 2 - entry.depth) throw malformed();
    const used = event === 'slice' ? natives.heap?.used() : undefined;
    const results = await this.run(entry, { action: 'iterate', ...command });
    entry.depth = [2, 1, 0][command.end];
    results.forEach(({ sampleNs }, thread) => this.writeSeries(entry, thread, sampleNs));
    this.sink.write({
      event, case: entry.id, threads: results.map((result) => result.entry), speed_ns: event === 'slice' ? undefined : results[0].speedNs,
      collections: entry.pool === null ? countCollections() : undefined, // several threads have a heap each
      heap_changed: used === undefined ? undefined : Math.abs(natives.heap.used() - used) > MUCH_BYTES,
      counters: addCounts(results.map((result) => result.counts)),
    });
  }

  async iterate([, id, phase, time, count, first, last]) {
    const [begin, end] = [natural(first) + 1, natural(last) + 1];
    await this.measure('iteration', this.find(id), { phase, timeNs: natural(time), count: natural(count), begin, end });
  }

  async slice([, id, phase, warmin, count, begin, end]) {
    const entry = this.find(id);
    if (entry.unsliced !== undefined) throw malformed();
    await this.measure('slice', entry, { phase, warmin: natural(warmin), count: natural(count), begin: natural(begin), end: natural(end) });
  }

  async samples([, id, invocations, count]) {
    const entry = this.find(id);
    if (entry.depth !== 1 || entry.pool !== null) throw malformed();
    const [sampleNs] = await this.run(entry, { action: 'samples', invocations: natural(invocations), count: natural(count) });
    this.writeSeries(entry, 0, sampleNs);
  }

  writeSeries({ id }, thread, sampleNs) {
    for (let from = 0; from < sampleNs.length; from += NUMBERS_IN_PART) {
      const part = sampleNs.slice(from, from + NUMBERS_IN_PART);
      this.sink.write({ event: 'samples', case: id, thread, sample_ns: part, last: from + NUMBERS_IN_PART >= sampleNs.length });
    }
  }

  // Each call is an iteration of its own; within an iteration of slices it is in that one.
  async invoke([, id, count]) {
    const entry = this.find(id);
    const calls = natural(count);
    const depth = 2 - entry.depth;
    for (let call = 1; call <= calls; call += 1) {
      const [begin, end] = [call === 1 ? depth : Math.min(depth, 1), call === calls ? depth : Math.min(depth, 1)];
      const results = await this.run(entry, { action: 'invoke', begin, end });
      const firsts = results.filter((result, at) => results.findIndex((other) => other.function === result.function) === at);
      for (const { function: number, returned, consumed } of firsts) {
        this.writeValues({ case: id, call, kind: 'returned', number }, returned);
        this.writeValues({ case: id, call, kind: 'consumed', number }, consumed);
      }
      const checked = new Map(results.reverse().flatMap((result) => result.checked));
      for (const [number, text] of checked) this.writeValues({ case: id, call, kind: 'checked', number }, [text]);
    }
    this.sink.write({ event: 'invoked', case: id });
  }

  // Texts that do not fit a line are cut between two characters.
  writeValues(head, texts) {
    let [part, room] = [[], UNITS_IN_PART];
    const write = (more) => {
      this.sink.write({ event: 'value', ...head, texts: part, more });
      [part, room] = [[], UNITS_IN_PART];
    };
    for (const text of texts) {
      let rest = text;
      while (rest.length > room) {
        const cut = LOW_SURROGATE.test(rest[room]) ? room - 1 : room;
        part.push(rest.slice(0, cut));
        rest = rest.slice(cut);
        write(true);
      }
      part.push(rest);
      room = Math.max(room - rest.length - 1, 1);
    }
    if (part.length > 0) write(false);
  }

  async close([, id]) {
    const entry = this.find(id);
    if (entry.depth > 0) await this.run(entry, { action: 'endTrial' });
    await entry.pool?.leave();
    this.cases.delete(id);
    this.sink.write({ event: 'closed', case: id });
  }

  async execute(fields) {
    if (!COMMANDS.includes(fields[0])) throw new Failure('unsupported', '', `no command is called ${fields[0]}`);
    await this[fields[0]](fields);
  }

  // A command that was merely wrong leaves the case as it was; after anything else it is torn down and closed.
  async fail(id, { reason, where, message, thread }) {
    const entry = this.cases.get(id);
    if (entry !== undefined && !KEPT_OPEN.includes(reason)) {
      await (entry.pool ?? entry.own)?.abandon();
      await entry.pool?.leave();
      this.cases.delete(id);
    }
    this.sink.write({ event: 'failed', case: id || undefined, reason, where, thread, message });
  }
}

// Why slices would not measure what an iteration measures; undefined where they would.
function explainUnsliced({ mode, groupThreads, injected }) {
  if (mode === 'sample' || mode === 'ss') return `mode ${mode} has no slices`;
  if (groupThreads !== null) return 'it is a group';
  return injected.includes('Control') ? 'it takes Control' : undefined;
}

// Answers until the driver sends `exit` or has gone; the exit code.
async function serve(input, output, load, artifact) {
  const channel = new Channel(input, output);
  const worker = new Worker(channel, load, artifact);
  if (!chooseClock()) {
    await worker.fail('', new Failure('malformed', 'CLAMH_CLOCK', 'must be counted:NS with NS above 0'));
    return 2;
  }
  watch();
  for (;;) {
    const line = channel.read();
    if (line === null) return 0;
    let fields = [''];
    try {
      fields = decode(line);
      if (fields[0] === 'exit') break;
      await worker.execute(fields);
    } catch (error) {
      await worker.fail(fields[1], toFailure('internal', fields[0], error));
    }
  }
  channel.write({ event: 'bye' });
  return 0;
}

module.exports = { Worker, serve };
