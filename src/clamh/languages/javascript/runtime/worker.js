// Answers the driver's commands, one line each (protocol/README.md).
'use strict';

const natives = require('./natives.js');
const { chooseClock } = require('./clock.js');
const { collected } = require('./counters.js');
const { describe } = require('./describe.js');
const { Failure, raised, usage } = require('./failure.js');
const { checkAmount, iterated } = require('./iteration.js');
const { invoked } = require('./invoke.js');
const { Channel, decode, parts } = require('./message.js');
const { DEFAULTS, number, openCase } = require('./open.js');
const { sampled } = require('./stretch.js');
const { startTeam } = require('./team.js');
const { watch } = require('./waiting.js');

const MOST_INVOCATIONS = 2 ** 50;
const MOST_SAMPLES_ASKED = 10_000_000;
const MOST_CALLS = 99; // of one `invoke`: all answers are one line
const KEPT_OPEN = ['usage', 'unsupported']; // reasons after which a case is as it was

class Worker {
  constructor(channel, load, platform) {
    this.channel = channel;
    this.load = load; // the registry, once the user's module is loaded
    this.platform = platform;
    this.cases = new Map();
    this.invoked = false;
  }

  found(id) {
    if (this.cases.has(id)) return this.cases.get(id);
    throw usage(`no open case is called ${id}`);
  }

  measurable(id) {
    const open = this.found(id);
    if (this.invoked) throw usage('this process has answered `invoke` and measures nothing any more');
    return open;
  }

  // One that samples alone are taken of.
  inTrial(id) {
    const open = this.measurable(id);
    if (open.team !== null) throw usage(`${id} has several threads, of which only whole iterations are measured`);
    if (!open.begun.Trial) throw usage(`the trial setup of ${id} has not run`);
    if (open.begun.Iteration) throw usage('an iteration of slices has not ended');
    return open;
  }

  async describe() {
    const { registry } = await this.load();
    for (const event of describe(registry, this.platform)) this.channel.write(event);
  }

  async open([, id, ...fields]) {
    if (!id) throw usage('open needs an id');
    if (this.cases.has(id)) throw usage(`case ${id} is open already`);
    const asked = { ...DEFAULTS, benchmark: '', params: new Map() };
    for (const field of fields) {
      const equals = field.indexOf('='); // a param's own name may hold no `=`, its value may
      if (equals < 0) throw usage(`"${field}" is no KEY=VALUE`);
      const key = field.slice(0, equals);
      const value = field.slice(equals + 1);
      if (key.startsWith('p:')) asked.params.set(key.slice(2), value);
      else if (key === 'benchmark' || Object.hasOwn(DEFAULTS, key)) asked[key] = value; // the protocol: others are ignored
    }
    const { registry, injected } = await this.load();
    const made = openCase(registry, { ...asked, id }, injected);
    this.cases.set(id, made);
    const threads = made.all.length > 1 ? await startTeam(made, asked) : [natives.threadId()];
    const unsliced = made.unsliced();
    const offsets = Object.fromEntries(registry.needsOfAll(made).states.map((state) => [registry.classes[state].name, 0]));
    const event = {
      event: 'opened', case: id, layout: { seed: 0, offsets }, warnings: [], samples: made.samples, invoke: made.invokable,
      processors: natives.processors, ...(threads.includes(null) ? {} : { threads }), ...(unsliced === '' ? {} : { unsliced }),
    };
    this.channel.line(JSON.stringify(event).replace('"seed":0', `"seed":${made.layoutSeed}`)); // a number of JSON here has 53 bits
  }

  async iterate(fields) {
    count(fields, 7);
    const open = this.measurable(fields[1]);
    const phase = fields[2];
    const [time, operations] = [fields[3], fields[4]].map((text) => number(text, 0, MOST_INVOCATIONS));
    const [first, last] = [fields[5], fields[6]].map((text) => number(text, 0, 1) === 1);
    if (phase !== 'warmup' && phase !== 'measurement') throw usage(`no phase is called ${phase}`);
    checkAmount(open, phase, time, operations, MOST_INVOCATIONS);
    if (first && open.begun.Trial) throw usage('the trial has begun already');
    if (!first && !open.begun.Trial) throw usage('the first iterate of a trial needs FIRST = 1');
    if (open.begun.Iteration) throw usage('an iteration of slices has not ended');
    const { threads, speed } = await iterated(open, phase, { timeNs: time, operations }, first ? 2 : 1, last ? 2 : 1);
    this.channel.write({ event: 'iteration', case: open.id, phase, threads, speed_ns: speed, source: 'worker', ...known(open) });
  }

  async samples(fields) {
    count(fields, 4);
    const open = this.inTrial(fields[1]);
    const invocations = number(fields[2], 1, MOST_INVOCATIONS);
    const took = new Array(number(fields[3], 0, MOST_SAMPLES_ASKED));
    const objects = open.taken(open.benchmark);
    open.activate();
    for (let at = 0; at < took.length; at += 1) took[at] = await sample(open, objects, invocations);
    for (const [from, to, part, last] of parts(took.length)) {
      this.channel.write({ event: 'samples', case: open.id, invocations, sample_ns: took.slice(from, to), part, last });
    }
  }

  async slice(fields) {
    count(fields, 7);
    const open = this.measurable(fields[1]);
    const phase = fields[2];
    const [warmin, invocations] = [number(fields[3], 0, MOST_INVOCATIONS), number(fields[4], 1, MOST_INVOCATIONS)];
    const [begin, end] = [fields[5], fields[6]].map((text) => number(text, 0, 2));
    if (phase !== 'warmup' && phase !== 'measurement') throw usage(`no phase is called ${phase}`);
    const unsliced = open.unsliced();
    if (unsliced !== '') throw usage(`${open.id} cannot be sliced: ${unsliced}`);
    const due = open.begun.Iteration ? 0 : open.begun.Trial ? 1 : 2;
    if (begin !== due) throw usage(`BEGIN is ${begin}, and ${due} would be right`);
    const { threads } = await iterated(open, phase, { warmin, invocations }, begin, end);
    this.channel.write({ event: 'slice', case: open.id, threads, ...known(open) });
  }

  // So many calls on one state, each an iteration of its own (in an iteration of slices: within it); on the state that measuring left, or on a fresh one.
  async invoke(fields) {
    if (fields.length !== 3) count(fields, 2);
    const open = this.found(fields[1]);
    const calls = fields.length < 3 ? 1 : number(fields[2], 1, MOST_CALLS);
    if (open.all.length > 1 && open.member === null) throw usage('invoke needs a case of one thread, or a group');
    if (open.begun.Trial && !open.invokable) throw usage('invoke needs a case of one thread without Control, or one that has not begun its trial');
    this.invoked = true;
    const depth = open.begun.Iteration ? 0 : open.begun.Trial ? 1 : 2;
    const given = [];
    for (let call = 1; call <= calls; call += 1) {
      const [begin, end] = [call === 1 ? depth : Math.min(depth, 1), call === calls ? depth : Math.min(depth, 1)];
      let values;
      if (open.team === null) {
        values = [await invoked(open, open.injected, begin, end)];
      } else {
        open.begun.Trial = true;
        values = await open.team.ask({ kind: 'invoke', begin, end });
        open.begun.Trial = end < 2;
      }
      given.push(joined(open, values));
    }
    const [first, ...more] = given;
    this.channel.write({ event: 'value', case: open.id, ...first, ...(more.length > 0 ? { more } : {}) });
  }

  async drain(fields) {
    count(fields, 2);
    const open = this.found(fields[1]);
    if (!open.begun.Trial) throw usage(`the trial setup of ${open.id} has not run`);
    await endTrial(open);
    this.channel.write({ event: 'drained', case: open.id, extra_operations: 0 });
  }

  async close(fields) {
    count(fields, 2);
    const open = this.found(fields[1]);
    if (open.begun.Trial) await endTrial(open);
    await open.team?.leave();
    this.cases.delete(open.id);
    this.channel.write({ event: 'closed', case: open.id });
  }

  // A command that was merely wrong leaves the case as it was; after anything else it is torn down and closed.
  async giveUp(id, failure) {
    const open = this.cases.get(id);
    if (open !== undefined && !KEPT_OPEN.includes(failure.reason)) {
      await (open.team ?? open).abandon();
      await open.team?.leave();
      this.cases.delete(id);
    }
    this.fail(id, failure);
  }

  fail(id, { reason, where, message }) {
    this.channel.write({ event: 'failed', ...(id === '' ? {} : { case: id }), reason, where, message });
  }

  async answer(fields) {
    const verb = fields[0];
    const verbs = ['describe', 'open', 'iterate', 'slice', 'samples', 'invoke', 'drain', 'close'];
    if (!verbs.includes(verb)) throw new Failure('unsupported', '', `no command is called ${verb}`);
    await this[verb](fields);
  }
}

function count(fields, wanted) {
  if (fields.length !== wanted) throw usage(`${fields[0]} takes ${wanted - 1} fields, not ${fields.length - 1}`);
}

// The collections of this thread; several threads have a heap each, and this one measures nothing then.
function known(open) {
  return open.team === null ? collected() : {};
}

async function endTrial(open) {
  if (open.team === null) {
    open.activate();
    await open.endTrial();
  } else {
    await open.team.drain();
    open.begun.Trial = false;
  }
}

async function sample(open, objects, invocations) {
  try {
    return await sampled(open, objects, invocations);
  } catch (error) {
    const failure = raised('benchmark', open.benchmark.name, error);
    failure.id = open.id;
    throw failure;
  }
}

// What one call gave: `returned` and `consumed`, of a group `members` (of each what its first thread gave), and `checks`.
function joined(open, values) {
  const [{ returned, consumed, checks }] = values;
  if (open.member === null) return { returned, consumed, checks };
  const members = values.map((one) => [one.member, { returned: one.returned, consumed: one.consumed }]).reverse();
  const said = values.map((one) => one.checks).reverse();
  return { returned: null, consumed: [], checks: Object.assign({}, ...said), members: Object.fromEntries(members) };
}

// Answers until the driver says `exit` or has gone; the exit code.
async function serve(input, output, load, platform) {
  const worker = new Worker(new Channel(input, output), load, platform);
  if (!chooseClock()) {
    worker.fail('', new Failure('usage', 'CLAMH_CLOCK', 'must be counted:NS with NS above 0'));
    return 2;
  }
  watch();
  for (;;) {
    let fields = [''];
    try {
      const line = worker.channel.read();
      if (line === null) return 0;
      fields = decode(line);
      if (fields[0] === 'exit') break;
      await worker.answer(fields);
    } catch (error) {
      const failure = raised('internal', fields[0], error);
      await worker.giveUp(failure.id || (fields[1] ?? ''), failure);
    }
  }
  worker.channel.write({ event: 'bye' });
  return 0;
}

module.exports = { serve };
