// The objects besides states that a benchmark or fixture may take, made where the measured code is: V8 inlines nothing that
// comes from another realm. Their contents come as JSON, for the same reason as everything else (start.js).

const { Blackhole, RecordingBlackhole } = require('./blackhole.js');
const { Control, SharedControl } = require('./control.js');
const { Memory } = require('./memory.js');
const { Operations } = require('./operations.js');
const { BenchmarkParams, IterationParams, ThreadParams } = require('./benchmark_params.js');
const { Random } = require('./random.js');

const { parse } = JSON; // before user code can replace it
const make = (Class) => (first, second) => new Class(first, second); // no list: user code may replace what goes through one
const makeOf = (Class) => (json) => new Class(parse(json));

module.exports = {
  Blackhole: make(Blackhole), recording: make(RecordingBlackhole),
  Control: (memory, at, apart) => (memory === undefined ? new Control() : new SharedControl(memory, at, apart)),
  Random: make(Random), Memory: make(Memory), Operations: make(Operations),
  BenchmarkParams: makeOf(BenchmarkParams), IterationParams: makeOf(IterationParams), ThreadParams: makeOf(ThreadParams),
};
