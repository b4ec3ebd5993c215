// The registry: what the wrapper says that there is (facts, plain data), with the functions that the module registered.
//
// Classes, fixtures, params and benchmarks are known by their number. A class that is no state (its name is empty) is
// there because a benchmark or fixture is a method of it.
'use strict';

const { Failure } = require('./failure.js');

const FLOOR = 'clamh.empty';

class Registry {
  constructor(facts, hooks) {
    const joined = (kind) => facts[kind].map((one, id) => ({ ...one, id, ...hooks[kind][id] }));
    this.classes = joined('classes');
    this.params = joined('params');
    this.counters = joined('counters');
    this.checks = joined('checks');
    this.fixtures = joined('fixtures');
    // A benchmark has one function, or those of the members of its group.
    this.benchmarks = facts.benchmarks.map((one) => ({
      ...one, functions: one.functions.map((called) => ({ ...called, of: one.name, ...hooks.benchmarks[called.id] })),
    }));
    this.sources = facts.sources;
    const empty = { name: FLOOR, of: FLOOR, takes: [], home: null, method: false, id: -1, member: null, ...hooks.floor };
    this.floor = { name: FLOOR, settings: {}, functions: [empty] };
  }

  get functions() {
    return this.benchmarks.flatMap((one) => one.functions);
  }

  benchmark(name) {
    return name === FLOOR ? this.floor : this.benchmarks.find((one) => one.name === name);
  }

  // The states that are used, in the order of the catalog.
  get states() {
    const used = new Set();
    for (const one of [...this.functions, ...this.fixtures]) for (const id of touched(one)) used.add(id);
    for (const one of this.params) used.add(one.owner);
    return this.classes.filter((one) => one.name !== '' && used.has(one.id));
  }

  // What the functions of a benchmark use, each once.
  needsOfAll({ functions }) {
    const all = functions.map((one) => this.needs(one));
    const joined = (kind) => unique(all.flatMap((one) => one[kind]));
    return { states: joined('states'), params: joined('params'), injected: joined('injected') };
  }

  // What a benchmark's function uses: classes in the order of setting up (dependencies first), states in that of its parameters,
  // fixtures by class in that order and then by number, which binding gives in JMH's order, and params.
  needs(benchmark) {
    if (benchmark.of === FLOOR) { // not even a fixture of all
      return { classes: [], states: [], fixtures: [], params: [], counters: [], checks: [], injected: [] };
    }
    const fixtures = this.fixtures.filter((one) => one.only === null || one.only.includes(benchmark.of));
    const used = new Set(touched(benchmark));
    const running = new Set();
    // A fixture brings its other states along, and they their own fixtures, until nothing is added.
    for (let before = -1; before !== running.size;) {
      before = running.size;
      for (const fixture of fixtures) {
        const owner = this.ownerOf(fixture);
        if (running.has(fixture) || (owner !== null && !used.has(owner))) continue;
        for (const id of touched(fixture)) used.add(id);
        running.add(fixture);
      }
    }
    const sorted = [...running].sort((a, b) => a.id - b.id);
    const classes = this.setupOrder(benchmark, sorted);
    return {
      classes,
      states: [...used].filter((id) => this.classes[id].name !== ''),
      fixtures: [null, ...classes].flatMap((id) => sorted.filter((fixture) => this.ownerOf(fixture) === id)),
      params: this.params.filter((param) => used.has(param.owner)),
      counters: this.counters.filter((counter) => used.has(counter.owner)),
      checks: this.checks.filter((check) => used.has(check.owner)),
      injected: unique([benchmark, ...sorted].flatMap((one) => one.takes.filter((taken) => typeof taken === 'string'))),
    };
  }

  // The first state that a fixture touches, with which it runs (its object, when it touches no state; null, when it
  // touches nothing: it runs with every benchmark).
  ownerOf(fixture) {
    const classes = touched(fixture);
    return classes.find((id) => this.classes[id].name !== '') ?? classes[0] ?? null;
  }

  // JMH's order: the benchmark's parameters and its own object, then what their fixtures take, and so on level by level;
  // set up from the back, so that what a fixture takes comes before it. At most as many levels as fixtures: a cycle ends too.
  setupOrder(benchmark, running) {
    const taken = classesOf(benchmark).slice(benchmark.method ? 1 : 0);
    let level = unique([...taken, ...touched(benchmark)]);
    const all = [];
    for (let depth = 0; level.length > 0 && depth <= running.length; depth += 1) {
      all.push(...level);
      level = unique(level.flatMap((id) => running.filter((fixture) => this.ownerOf(fixture) === id)
        .flatMap((fixture) => touched(fixture).filter((other) => other !== id))));
    }
    return unique(all.reverse());
  }

  // Every function of the catalog must have been registered: a module that ends early registers nothing.
  check(path) {
    const missing = [...this.functions, ...this.fixtures].filter((one) => one.call === undefined);
    if (missing.length === 0) return;
    throw new Failure('benchmark', missing[0].name, `${path} ended before its last line, so that nothing in it is known`);
  }
}

function unique(ids) {
  return [...new Set(ids)];
}

// The classes among what a benchmark or fixture takes; the rest are names of injected objects.
function classesOf(one) {
  return one.takes.filter((taken) => typeof taken === 'number');
}

// All the classes that a function touches: the one whose method it is (a static one too), then its parameters.
function touched(one) {
  return unique([...(one.home === null ? [] : [one.home]), ...classesOf(one)]);
}

module.exports = { FLOOR, Registry };
