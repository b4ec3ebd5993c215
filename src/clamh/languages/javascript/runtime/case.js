// An open case: one benchmark with its param values, the objects it needs, and how far its trial has come.
'use strict';

const { raised } = require('./failure.js');
const { settled } = require('./waiting.js');

let active = null; // the case whose values the shared (static) fields hold

class Case {
  constructor(registry, opening, benchmark, blackhole) {
    this.registry = registry;
    this.id = opening.id;
    this.benchmark = benchmark;
    this.mode = opening.mode;
    this.batch = opening.batch;
    this.operationsPerInvocation = opening.operationsPerInvocation;
    this.seed = opening.seed;
    this.needs = registry.needs(benchmark);
    this.values = []; // [param, value]
    this.blackhole = blackhole;
    this.objects = new Map(); // by class
    this.inTrial = false;
    this.inIteration = false;
    this.done = { Trial: [], Iteration: [] };
    this.awaited = benchmark.async ? true : null; // null: the first invocation will tell
  }

  // What a function takes, for its stub: its own object first when it is a method.
  taken(callable) {
    return callable.takes.map((id) => (id < 0 ? this.blackhole : this.objects.get(id)));
  }

  // This case's values into the fields that all cases share.
  activate() {
    if (active === this) return;
    for (const [param, value] of this.values) if (param.shared) this.assign(param, value);
    active = this;
  }

  async beginTrial() {
    this.activate();
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
    this.inTrial = true;
    await this.setup('Trial');
  }

  async beginIteration() {
    this.inIteration = true;
    await this.setup('Iteration');
  }

  async endIteration() {
    this.inIteration = false;
    await this.teardown('Iteration');
  }

  async endTrial() {
    this.inTrial = false;
    await this.teardown('Trial');
    this.forget();
  }

  // Tears down all that was set up, after a failure: that one is told, not those that come here.
  async abandon() {
    for (const inner of [true, false]) {
      try {
        if (inner && this.inIteration) await this.endIteration();
        if (!inner && this.inTrial) await this.endTrial();
      } catch (error) {
        if (error.reason === undefined) throw error;
      }
    }
    this.forget();
  }

  forget() {
    this.objects.clear();
    if (active === this) active = null;
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

  fixtures(owner, kind, level) {
    return this.needs.fixtures.filter(
      (one) => this.registry.ownerOf(one) === owner && one.kind === kind && one.level === level,
    );
  }

  // `done` gets each class that is to be torn down, from its first setup that came to its end, or when it has none; null
  // stands for the fixtures that take no state.
  async setup(level) {
    this.done[level] = [];
    for (const owner of [null, ...this.needs.classes]) {
      const setups = this.fixtures(owner, 'Setup', level);
      if (setups.length === 0) this.done[level].push(owner);
      for (const [at, fixture] of setups.entries()) {
        await this.run(fixture, 'setup');
        if (at === 0) this.done[level].push(owner);
      }
    }
  }

  async teardown(level) {
    let first = null;
    for (const done = this.done[level]; done.length > 0;) {
      for (const fixture of this.fixtures(done.pop(), 'Teardown', level)) {
        try {
          await this.run(fixture, 'teardown');
        } catch (failure) {
          first ??= failure;
        }
      }
    }
    if (first !== null) throw first;
  }
}

// Another value of the same type.
function another(value) {
  if (typeof value === 'number') return value === 0 || Number.isNaN(value) ? 1 : -value;
  if (typeof value === 'bigint') return value === 0n ? 1n : -value;
  return typeof value === 'boolean' ? !value : `${value} `;
}

module.exports = { Case };
