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
    this.told = { type, count, time, batchSize };
  }

  getType() { return this.told.type; } // "WARMUP" or "MEASUREMENT"
  getCount() { return this.told.count; }
  getTime() { return this.told.time; }
  getBatchSize() { return this.told.batchSize; }
}

class BenchmarkParams {
  constructor({
    benchmark = '', mode = 'avgt', threads = 1, forks = 0, warmupForks = 0, warmup = {}, measurement = {}, timeUnit = 'ns',
    opsPerInvocation = 1, timeout = 0, seed = 0n, params = {},
  } = {}) {
    this.told = {
      benchmark, mode, threads, forks, warmupForks, timeUnit, opsPerInvocation, timeout, seed: BigInt(seed), params,
      warmup: new IterationParams({ type: 'WARMUP', ...warmup }),
      measurement: new IterationParams({ type: 'MEASUREMENT', ...measurement }),
    };
  }

  getBenchmark() { return this.told.benchmark; } // its full name
  getMode() { return this.told.mode; } // avgt thrpt sample ss wall
  getThreads() { return this.told.threads; }
  getForks() { return this.told.forks; }
  getWarmupForks() { return this.told.warmupForks; }
  getWarmup() { return this.told.warmup; }
  getMeasurement() { return this.told.measurement; }
  getTimeUnit() { return this.told.timeUnit; } // ns us ms s m h d
  getOpsPerInvocation() { return this.told.opsPerInvocation; }
  getTimeout() { return this.told.timeout; }
  getSeed() { return this.told.seed; } // a BigInt

  // A param's value as text, by its name or by what follows a dot of it; null when there is none.
  getParam(name) {
    const { params } = this.told;
    for (const full in params) if (full === name || full.endsWith(`.${name}`)) return params[full];
    return null;
  }

  // The short names of the params, sorted as in JMH.
  getParamsKeys() { return this.entries().map(([key]) => key); }

  // JMH's: benchmark, mode and params, fit for a file's name.
  id() {
    const params = this.entries().map(([key, value]) => `-${encoded(key)}-${encoded(value)}`).join('');
    return `${encoded(this.told.benchmark)}-${MODES[this.told.mode]}${params}`;
  }

  entries() {
    const short = (full) => full.slice(full.lastIndexOf('.') + 1);
    return Object.entries(this.told.params).map(([full, text]) => [short(full), text])
      .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  }
}

// Without groups every thread is a group of its own.
class ThreadParams {
  constructor({
    thread = 0, threads = 1, group = thread, groups = threads, subgroup = 0, subgroups = 1, groupThread = 0, groupThreads = 1,
    subgroupThread = 0, subgroupThreads = 1,
  } = {}) {
    this.told = {
      thread, threads, group, groups, subgroup, subgroups, groupThread, groupThreads, subgroupThread, subgroupThreads,
    };
  }

  getThreadIndex() { return this.told.thread; }
  getThreadCount() { return this.told.threads; }
  getGroupIndex() { return this.told.group; }
  getGroupCount() { return this.told.groups; }
  getSubgroupIndex() { return this.told.subgroup; }
  getSubgroupCount() { return this.told.subgroups; }
  getGroupThreadIndex() { return this.told.groupThread; }
  getGroupThreadCount() { return this.told.groupThreads; }
  getSubgroupThreadIndex() { return this.told.subgroupThread; }
  getSubgroupThreadCount() { return this.told.subgroupThreads; }
}

module.exports = { BenchmarkParams, IterationParams, ThreadParams };
