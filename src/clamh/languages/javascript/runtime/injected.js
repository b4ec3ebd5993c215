// The objects besides states that a benchmark or fixture may take, made where the measured code is: V8 inlines nothing that
// comes from another realm. What the worker tells of them comes as text, for the same reason as everything else (start.js).
'use strict';

const { Blackhole, RecordingBlackhole } = require('./blackhole.js');
const { Control, SharedControl } = require('./control.js');
const { Memory } = require('./memory.js');
const { Operations } = require('./operations.js');
const { BenchmarkParams, IterationParams, ThreadParams } = require('./params.js');
const { Random } = require('./random.js');

const { parse } = JSON; // before user code can replace it

module.exports = {
  Blackhole: () => new Blackhole(),
  recording: (record) => new RecordingBlackhole(record),
  Control: () => new Control(),
  SharedControl: (memory, at, apart) => new SharedControl(memory, at, apart),
  BenchmarkParams: (told) => new BenchmarkParams(parse(told)),
  IterationParams: (told) => new IterationParams(parse(told)),
  ThreadParams: (told) => new ThreadParams(parse(told)),
  Random: (seed) => new Random(seed),
  Memory: (seed, shared) => new Memory(seed, shared),
  Operations: () => new Operations(),
};
