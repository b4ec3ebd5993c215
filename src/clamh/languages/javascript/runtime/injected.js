// The objects besides states that a benchmark or fixture may take, made where the measured code is: V8 inlines nothing that
// comes from another realm. Their contents come as JSON, for the same reason as everything else (start.js).
'use strict';

const { Blackhole, RecordingBlackhole } = require('./blackhole.js');
const { Control, SharedControl } = require('./control.js');
const { Memory } = require('./memory.js');
const { Operations } = require('./operations.js');
const { BenchmarkParams, IterationParams, ThreadParams } = require('./benchmark_params.js');
const { Random } = require('./random.js');

const { parse } = JSON; // before user code can replace it

module.exports = {
  Blackhole: () => new Blackhole(),
  recording: (record) => new RecordingBlackhole(record),
  Control: () => new Control(),
  SharedControl: (memory, at, apart) => new SharedControl(memory, at, apart),
  BenchmarkParams: (json) => new BenchmarkParams(parse(json)),
  IterationParams: (json) => new IterationParams(parse(json)),
  ThreadParams: (json) => new ThreadParams(parse(json)),
  Random: (seed) => new Random(seed),
  Memory: (seed, shared) => new Memory(seed, shared),
  Operations: () => new Operations(),
};
