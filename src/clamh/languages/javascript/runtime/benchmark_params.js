// BenchmarkParams, IterationParams and ThreadParams: what is running, as JMH tells it. Times are in ns.
'use strict';

const MODES = { thrpt: 'Throughput', avgt: 'AverageTime', sample: 'SampleTime', ss: 'SingleShotTime', wall: 'WallTime' };

// As java.net.URLEncoder writes it, which JMH uses in its id.
function encoded(text) {
  const others = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));
  return others.replace(/%20|[!'()~]/g, (one) => (one === '%20' ? '+' : `%${one.charCodeAt(0).toString(16).toUpperCase()}`));
}

class IterationParams {
  constructor({ type = 'MEASUREMENT', count = 1, time = 0, batchSize = 1 } = {}) {
    this.values = { type, count, time, batchSize };
  }

  getType() { return this.values.type; } // "WARMUP" or "MEASUREMENT"
  getCount() { return this.values.count; }
  getTime() { return this.values.time; }
  getBatchSize() { return this.values.batchSize; }
}

class BenchmarkParams {
  constructor({
    benchmark = '', mode = 'avgt', threads = 1, forks = 0, warmupForks = 0, warmup = {}, measurement = {}, timeUnit = 'ns',
    opsPerInvocation = 1, timeout = 0, seed = 0n, params = {},
  } = {}) {
    this.values = {
      benchmark, mode, threads, forks, warmupForks, timeUnit, opsPerInvocation, timeout, seed: BigInt(seed), params,
      warmup: new IterationParams({ type: 'WARMUP', ...warmup }),
      measurement: new IterationParams({ type: 'MEASUREMENT', ...measurement }),
    };
  }

  getBenchmark() { return this.values.benchmark; } // its full name
  getMode() { return this.values.mode; } // avgt thrpt sample ss wall
  getThreads() { return this.values.threads; }
  getForks() { return this.values.forks; }
  getWarmupForks() { return this.values.warmupForks; }
  getWarmup() { return this.values.warmup; }
  getMeasurement() { return this.values.measurement; }
  getTimeUnit() { return this.values.timeUnit; } // ns us ms s m h d
  getOpsPerInvocation() { return this.values.opsPerInvocation; }
  getTimeout() { return this.values.timeout; }
  getSeed() { return this.values.seed; } // a BigInt

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

// Without groups every thread is a group of its own.
class ThreadParams {
  constructor({
    thread = 0, threads = 1, group = thread, groups = threads, subgroup = 0, subgroups = 1, groupThread = 0, groupThreads = 1,
    subgroupThread = 0, subgroupThreads = 1,
  } = {}) {
    this.values = {
      thread, threads, group, groups, subgroup, subgroups, groupThread, groupThreads, subgroupThread, subgroupThreads,
    };
  }

  getThreadIndex() { return this.values.thread; }
  getThreadCount() { return this.values.threads; }
  getGroupIndex() { return this.values.group; }
  getGroupCount() { return this.values.groups; }
  getSubgroupIndex() { return this.values.subgroup; }
  getSubgroupCount() { return this.values.subgroups; }
  getGroupThreadIndex() { return this.values.groupThread; }
  getGroupThreadCount() { return this.values.groupThreads; }
  getSubgroupThreadIndex() { return this.values.subgroupThread; }
  getSubgroupThreadCount() { return this.values.subgroupThreads; }
}

module.exports = { BenchmarkParams, IterationParams, ThreadParams };
