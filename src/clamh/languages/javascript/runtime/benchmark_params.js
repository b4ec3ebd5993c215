// BenchmarkParams, IterationParams and ThreadParams: what is running, as JMH tells it. Times are in ns.

const MODES = { thrpt: 'Throughput', avgt: 'AverageTime', sample: 'SampleTime', ss: 'SingleShotTime', wall: 'WallTime' };

// As java.net.URLEncoder writes it, which JMH uses in its id.
function encoded(text) {
  const others = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));
  return others.replace(/%20|[!'()~]/g, (found) => (found === '%20' ? '+' : `%${found.charCodeAt(0).toString(16).toUpperCase()}`));
}

// Gives a class methods such as getBatchSize for the value batchSize.
function addGetters(Class, names) {
  for (const [method, name] of Object.entries(names)) {
    Class.prototype[`get${method}`] = function get() { return this.values[name]; };
  }
}

class IterationParams {
  constructor({ type = 'MEASUREMENT', count = 1, time = 0, batchSize = 1 } = {}) {
    this.values = { type, count, time, batchSize };
  }
}

addGetters(IterationParams, { Type: 'type', Count: 'count', Time: 'time', BatchSize: 'batchSize' });

class BenchmarkParams {
  constructor({ seed = 0n, warmup = {}, measurement = {}, ...given } = {}) {
    this.values = {
      benchmark: '', mode: 'avgt', threads: 1, forks: 0, warmupForks: 0, timeUnit: 'ns', opsPerInvocation: 1, timeout: 0, params: {},
      ...given, seed: BigInt(seed), warmup: new IterationParams({ type: 'WARMUP', ...warmup }), measurement: new IterationParams(measurement),
    };
  }

  // A param's value as text, by its name or by what follows a dot of it; null when there is none.
  getParam(name) {
    const { params } = this.values;
    for (const full in params) if (full === name || full.endsWith(`.${name}`)) return params[full];
    return null;
  }

  // The short names of the params, sorted as in JMH.
  getParamsKeys() { return this.entries().map(([key]) => key); }

  // JMH's: benchmark, mode and params, fit for a file's name.
  id() {
    const params = this.entries().map(([key, value]) => `-${encoded(key)}-${encoded(value)}`).join('');
    return `${encoded(this.values.benchmark)}-${MODES[this.values.mode]}${params}`;
  }

  entries() {
    const short = (full) => full.slice(full.lastIndexOf('.') + 1);
    return Object.entries(this.values.params).map(([full, text]) => [short(full), text])
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  }
}

addGetters(BenchmarkParams, {
  Benchmark: 'benchmark', Mode: 'mode', Threads: 'threads', Forks: 'forks', WarmupForks: 'warmupForks', Warmup: 'warmup', Seed: 'seed',
  Measurement: 'measurement', TimeUnit: 'timeUnit', OpsPerInvocation: 'opsPerInvocation', Timeout: 'timeout',
});

// Without groups every thread is a group of its own.
class ThreadParams {
  constructor({ thread = 0, threads = 1, ...given } = {}) {
    const group = { group: thread, groups: threads, groupThread: 0, groupThreads: 1 };
    const subgroup = { subgroup: 0, subgroups: 1, subgroupThread: 0, subgroupThreads: 1 };
    this.values = { thread, threads, ...group, ...subgroup, ...given };
  }
}

addGetters(ThreadParams, {
  ThreadIndex: 'thread', ThreadCount: 'threads', GroupIndex: 'group', GroupCount: 'groups', SubgroupIndex: 'subgroup', SubgroupCount: 'subgroups',
  GroupThreadIndex: 'groupThread', GroupThreadCount: 'groupThreads', SubgroupThreadIndex: 'subgroupThread', SubgroupThreadCount: 'subgroupThreads',
});

module.exports = { BenchmarkParams, IterationParams, ThreadParams };
