// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
'use strict';

const { raised } = require('./failure.js');
const { Random, mixed } = require('./random.js');
const { settled } = require('./waiting.js');

const LEVELS = ['Invocation', 'Iteration', 'Trial']; // innermost first
const GAPS = 0x67617073n; // what mode sample draws is not what the benchmark draws

let active = null; // the case whose values the shared (static) fields hold

class Case {
  // `seat`: of a case with several threads, which of them this is (thread.js).
  constructor(registry, opening, benchmark, injected, seat = null) {
    this.registry = registry;
    this.id = opening.id;
    this.name = benchmark.name;
    this.functions = benchmark.functions;
    this.dealt = opening.dealt; // what ThreadParams says
    this.all = opening.all; // and of every thread
    this.benchmark = this.functionOf(this.dealt); // what this thread calls
    this.member = this.benchmark.member; // of its group, or null
    this.mode = opening.mode;
    this.batch = { warmup: opening.warmupBatch, measurement: opening.batch };
    this.operationsPerInvocation = opening.operationsPerInvocation;
    this.seed = opening.seed;
    this.layoutSeed = opening.layoutSeed;
    this.seat = seat;
    this.ownSeed = this.seed ^ mixed(this.dealt.thread); // of this thread's Random
    this.needs = registry.needs(this.benchmark);
    this.values = []; // [param, value]
    this.texts = opening.texts; // Map from a param's full name to its value as text
    this.injected = injected; // what makes the objects below, by name
    this.given = new Map([['Blackhole', injected.Blackhole()]]); // the injected objects, by name
    this.plan = opening.plan;
    this.team = null; // the threads of a case with several, where this is the main thread's (team.js)
    this.gc = opening.gc;
    this.objects = new Map(); // by class
    this.begun = { Trial: false, Iteration: false, Invocation: false };
    this.done = { Trial: [], Iteration: [], Invocation: [] };
    this.steps = Object.fromEntries(LEVELS.map((level) => [level, this.stepsOf(level)]));
    this.hasInvocationFixtures = this.needs.fixtures.some((one) => one.level === 'Invocation');
    // Whether `invoke` may follow the last iteration: one thread that ends by itself.
    this.invokable = this.all.length === 1 && this.member === null && !this.needs.injected.includes('Control');
    // Whether invocations may follow the last iteration: nothing but trial setup is around it, and no Control.
    this.samples = this.all.length === 1 && this.needs.fixtures.every((one) => one.level === 'Trial' && one.kind === 'Setup') && !this.needs.injected.includes('Control');
    this.gaps = new Random(this.ownSeed ^ GAPS);
    this.awaited = this.benchmark.async ? true : null; // null: the first invocation will tell
  }

  // Why slices would not measure what an iteration measures; '' where they would.
  unsliced() {
    if (this.mode === 'sample' || this.mode === 'ss') return `mode ${this.mode} has no slices`;
    if (this.member !== null) return 'it is a group';
    return this.needs.injected.includes('Control') ? 'it takes Control' : '';
  }

  functionOf({ subgroup }) {
    return this.functions[subgroup];
  }

  // What a function takes, for its stub: its own object first when it is a method.
  taken(callable) {
    return callable.takes.map((one) => (typeof one === 'string' ? this.given.get(one) : this.objects.get(one)));
  }

  // This case's values into the fields that all cases share.
  activate() {
    if (active === this) return;
    for (const [param, value] of this.values) if (param.shared) this.assign(param, value);
    active = this;
  }

  give(name, ...told) {
    if (this.needs.injected.includes(name)) this.given.set(name, this.injected[name](...told));
  }

  giveControl() {
    if (this.seat === null) this.give('Control');
    else if (this.needs.injected.includes('Control')) this.given.set('Control', this.seat.control(this.injected));
  }

  // `phase` is that of the iteration which begins.
  async beginTrial(phase) {
    this.activate();
    this.give('BenchmarkParams', JSON.stringify(this.told()));
    this.give('ThreadParams', JSON.stringify(this.dealt));
    this.give('IterationParams', JSON.stringify(this.phaseTold(phase)));
    this.give('Random', this.ownSeed);
    this.give('Memory', this.layoutSeed && this.layoutSeed ^ mixed(this.dealt.thread), this.seat !== null);
    this.give('Operations');
    this.giveControl();
    for (const id of this.needs.classes) {
      const type = this.registry.classes[id];
      try {
        const Type = type.type();
        this.objects.set(id, new Type());
      } catch (error) {
        throw raised('setup', type.name || this.benchmark.name, error);
      }
    }
    for (const [param, value] of this.values) this.assign(param, value);
    await this.begin('Trial');
  }

  async beginIteration(phase) {
    this.give('IterationParams', JSON.stringify(this.phaseTold(phase)));
    this.giveControl();
    await this.begin('Iteration');
  }

  async endTrial() {
    if (this.begun.Iteration) await this.end('Iteration'); // of slices
    await this.end('Trial');
    this.forget();
  }

  // Tears down all that was set up, after a failure: that one is told, not those that come here.
  async abandon(which = 'all') {
    for (const level of LEVELS) {
      try {
        if (this.begun[level]) await this.end(level, which);
      } catch (error) {
        if (error.reason === undefined) throw error;
      }
    }
    if (which !== 'own') this.forget();
  }

  forget() {
    this.objects.clear();
    for (const name of [...this.given.keys()]) if (name !== 'Blackhole') this.given.delete(name);
    if (active === this) active = null;
  }

  // What BenchmarkParams and IterationParams are made of.
  told() {
    const { forks, warmupForks, timeUnit, timeout } = this.plan;
    return {
      benchmark: this.name, mode: this.mode, threads: this.all.length, forks, warmupForks, timeUnit, timeout,
      opsPerInvocation: this.operationsPerInvocation, seed: String(this.seed),
      warmup: this.phaseTold('warmup'), measurement: this.phaseTold('measurement'), params: Object.fromEntries(this.texts),
    };
  }

  phaseTold(phase) {
    return { type: phase.toUpperCase(), ...this.plan[phase], batchSize: this.batch[phase] };
  }

  // A field that V8 has seen one value in is a constant to it, so each gets another value first.
  assign(param, value) {
    const object = param.shared ? undefined : this.objects.get(param.owner);
    try {
      param.assign(object, another(value));
      param.assign(object, value);
    } catch (error) {
      throw raised('setup', param.name, error);
    }
  }

  async run(fixture, reason) {
    try {
      await settled(fixture.call(this.taken(fixture)));
    } catch (error) {
      throw raised(reason, fixture.name, error);
    }
  }

  // The fixtures of a level by the class that they belong to, in the order of setting up; null stands for those that take
  // no state.
  stepsOf(level) {
    const ofLevel = this.needs.fixtures.filter((one) => one.level === level);
    return [null, ...this.needs.classes].map((owner) => {
      const own = ofLevel.filter((one) => this.registry.ownerOf(one) === owner);
      const [setups, teardowns] = ['Setup', 'Teardown'].map((kind) => own.filter((one) => one.kind === kind));
      return { owner, setups, teardowns, shared: this.seat !== null && this.seat.sharing.has(owner) };
    }).filter((step) => step.setups.length > 0 || step.teardowns.length > 0 || (step.shared && level !== 'Invocation'));
  }

  // `done` gets each class that is to be torn down, from its first setup that came to its end, or when it has none.
  async begin(level) {
    const done = this.done[level];
    done.length = 0;
    this.begun[level] = true;
    for (const step of this.steps[level]) {
      if (step.shared) await this.seat.sharing.begin(this, step, level, done);
      else await this.setUp(step, done);
    }
  }

  async setUp(step, done) {
    if (step.setups.length === 0) done.push(step);
    for (let at = 0; at < step.setups.length; at += 1) {
      await this.run(step.setups[at], 'setup');
      if (at === 0) done.push(step);
    }
  }

  // `which` is "own" or "shared" after a failure of one of several threads: first all tear down what is theirs alone.
  async end(level, which = 'all') {
    let first = null;
    this.begun[level] = which === 'own';
    const left = [];
    for (const done = this.done[level]; done.length > 0;) {
      const step = done.pop();
      if (step.shared && which === 'own') {
        left.unshift(step);
        continue;
      }
      const failure = await (step.shared ? this.seat.sharing.end(this, step, level, which) : this.tearDown(step));
      first ??= failure;
    }
    this.done[level].push(...left);
    if (first !== null) throw first;
  }

  // Runs them all; the first failure, or null.
  async tearDown(step) {
    let first = null;
    for (const fixture of step.teardowns) {
      try {
        await this.run(fixture, 'teardown');
      } catch (failure) {
        first ??= failure;
      }
    }
    return first;
  }
}

// Another value of the same type.
function another(value) {
  if (typeof value === 'number') return value === 0 || Number.isNaN(value) ? 1 : -value;
  if (typeof value === 'bigint') return value === 0n ? 1n : -value;
  return typeof value === 'boolean' ? !value : `${value} `;
}

module.exports = { Case };
