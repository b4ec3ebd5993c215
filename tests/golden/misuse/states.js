class Plain {}
//@@State
class NoScope {}
//@@State(Scope.Group)
class Grouped {}
//@@State(Scope.Thread)
class Mine {}
//@@StateLabel("data")
class Labelled {}
//@@State(Scope.Benchmark)
//@@StateLabel("mine")
class Other {}
//@@State(Scope.Benchmark)
//@@StateLabel
class NoLabel {}
//@@State(Scope.Benchmark)
//@@StateLabel("my data")
class BadLabel {}
//@@State(Scope.Benchmark)
//@@StateLabel("")
class EmptyLabel {}
//@@Benchmark
function takes_plain(plain, noScope) { return 1; }
//@@Benchmark
function takes_number(/** @type {number} */ number) { return number; }
//@@Benchmark
function takes_unknown(hole, data, other) { return 1; }
//@@Benchmark
function takes_control(control) { return 1; }
//@@Benchmark
function takes_two(mine) { return 1; }
/** @param {Plain} state
 *  @param {Elsewhere} other */
//@@Benchmark
function takes_types(state, other) { return 1; }
//@@Benchmark
function takes_apart({ n }, ...rest) { return n; }
//@@Benchmark
function takes_default(number = 3) { return number; }
//@@Setup
function setup(plain) {}
