// An open case on one thread: its objects, its param values, and how far its trial has come.

const { toFailure } = require('./failure.js');
const { Alone } = require('./meeting.js');
const { Random, mixed } = require('./random.js');
const { settled, turn } = require('./promises.js');

const LEVELS = ['invocation', 'iteration', 'trial']; // innermost first
const GAPS = 0x67617073n; // what mode sample draws is not what the benchmark draws

let active = null; // the case whose values the static fields hold

class Case {
  // `dealt` is what ThreadParams has; `sharing` what a thread of several has in common with the others.
  constructor(opening, injected, dealt, sharing = null) {
    this.opening = opening;
    this.injected = injected; // what makes the injected objects, by name
    this.dealt = dealt;
    this.sharing = sharing;
    this.isShared = sharing !== null;
    this.meeting = sharing?.meeting ?? new Alone(this);
    this.stub = opening.functions[dealt.subgroup]; // what this thread calls
    this.states = opening.uses[dealt.subgroup] ?? opening.states;
    const isOwn = ({ owner }) => this.states.some(({ number }) => number === owner);
    this.values = opening.params.filter(({ param }) => isOwn(param));
    this.checks = opening.checks.filter(isOwn);
    this.ownSeed = opening.seed ^ mixed(dealt.thread); // of this thread's Random
    this.given = new Map([['Blackhole', injected.Blackhole()]]); // the injected objects, by name
    this.objects = new Map(); // by the number of the state
    this.begun = { trial: false, iteration: false, invocation: false };
    this.done = { trial: [], iteration: [], invocation: [] };
    this.steps = Object.fromEntries(LEVELS.map((level) => [level, this.stepsOf(level)]));
    this.hasInvocationFixtures = this.steps.invocation.length > 0;
    this.gaps = new Random(this.ownSeed ^ GAPS);
    this.awaited = this.stub.async ? true : null; // null: the first invocation will show
  }

  // A shared state without fixtures has steps too: its fields go to the other threads.
  stepsOf(level) {
    const given = new Map(this.opening.steps.filter((step) => step.level === level).map((step) => [step.state, step]));
    return [null, ...this.states]
      .map((state) => ({ setups: [], teardowns: [], ...given.get(state), state, shared: this.sharing?.shares.has(state?.number) ?? false }))
      .filter(({ state, shared }) => given.has(state) || (shared && level !== 'invocation'));
  }

  // What a function takes, for its stub: its own object first when it is a method.
  taken({ takes }) {
    return takes.map((taken) => (typeof taken === 'string' ? this.given.get(taken) : this.objects.get(taken)));
  }

  // This case's values into the fields that all cases share.
  activate() {
    if (active === this) return;
    for (const value of this.values) if (value.param.isStatic) this.assign(value);
    active = this;
  }

  give(name, ...values) {
    if (this.opening.injected.includes(name)) this.given.set(name, this.injected[name](...values));
  }

  // `phase` is that of the iteration which begins.
  async beginTrial(phase) {
    const { opening: { layoutSeed }, dealt } = this;
    this.activate();
    this.give('BenchmarkParams', JSON.stringify(this.benchmarkParams()));
    this.give('ThreadParams', JSON.stringify(dealt));
    this.give('IterationParams', JSON.stringify(this.opening[phase]));
    this.give('Random', this.ownSeed);
    this.give('Memory', layoutSeed && layoutSeed ^ mixed(dealt.thread), this.isShared);
    this.give('Operations');
    this.give('Control', ...this.meeting.control);
    for (const { name, number, type } of this.states) {
      try {
        const Type = type();
        this.objects.set(number, new Type());
      } catch (error) {
        throw toFailure('setup', name || this.stub.name, error);
      }
    }
    for (const value of this.values) this.assign(value);
    await this.begin('trial');
  }

  async beginIteration(phase) {
    this.give('IterationParams', JSON.stringify(this.opening[phase]));
    this.give('Control', ...this.meeting.control);
    await this.begin('iteration');
  }

  async endTrial() {
    this.activate();
    if (this.begun.iteration) await this.end('iteration'); // of slices
    await this.end('trial');
    this.forget();
  }

  // Tears down all that was set up, after a failure: that is the one which is reported.
  async abandon(which = 'all') {
    for (const level of LEVELS) {
      try {
        if (this.begun[level]) await this.end(level, which);
      } catch (error) {
        if (error.reason === undefined) throw error;
      }
    }
    await this.uncaught();
    if (which !== 'own') this.forget();
  }

  forget() {
    this.objects.clear();
    for (const name of [...this.given.keys()]) if (name !== 'Blackhole') this.given.delete(name);
    if (active === this) active = null;
  }

  benchmarkParams() {
    const { mode, forks, warmupForks, warmup, measurement, timeUnit, timeout, operationsPerInvocation, seed, params } = this.opening;
    return {
      benchmark: this.opening.name, mode, threads: this.dealt.threads, forks, warmupForks, warmup, measurement, timeUnit, timeout,
      opsPerInvocation: operationsPerInvocation, seed: String(seed), params: Object.fromEntries(params.map(({ param, text }) => [param.name, text])),
    };
  }

  // A field that V8 has seen one value in is a constant to it, so each gets another value first.
  assign({ param, value }) {
    const object = param.isStatic ? undefined : this.objects.get(param.owner);
    try {
      param.assign(object, anotherValue(value, param));
      param.assign(object, value);
    } catch (error) {
      throw toFailure('setup', param.name, error);
    }
  }

  async run(fixture, reason) {
    try {
      await settled(fixture.call(this.taken(fixture)));
    } catch (error) {
      throw toFailure(reason, fixture.name, error);
    }
  }

  // `done` gets each step that is to be torn down, from its first setup that returned, or when it has none.
  async begin(level) {
    const done = this.done[level];
    done.length = 0;
    this.begun[level] = true;
    for (const step of this.steps[level]) {
      if (step.shared) await this.sharing.begin(this, step, level, done);
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
      const failure = await (step.shared ? this.sharing.end(this, step, level, which) : this.tearDown(step));
      first ??= failure;
    }
    this.done[level].push(...left);
    const stray = level === 'trial' ? await this.uncaught() : null; // also after a failure
    first ??= stray;
    if (first !== null) throw first;
  }

  // The failure that nothing caught since the last iteration; null without. Later it would be another case's.
  async uncaught() {
    try {
      await turn();
      return null;
    } catch (error) {
      return toFailure('teardown', this.stub.name, error);
    }
  }

  // Runs all teardowns of a step; the first failure, or null.
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

// Another value of the same type, if it has another.
function anotherValue(value, { type, constants }) {
  if (type === 'enum') return constants.find((constant) => constant !== value) ?? value; // any other text names undefined
  if (typeof value === 'number') return value === 0 || Number.isNaN(value) ? 1 : -value;
  if (typeof value === 'bigint') return value === 0n ? 1n : -value;
  return typeof value === 'boolean' ? !value : `${value} `;
}

module.exports = { Case };
