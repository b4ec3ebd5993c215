//@@State(Scope.Thread)
//@@AuxCounters(AuxCounters.Type.EVENTS)
class Idle {
  //@@Param({"1", "2"})
  size = 0;
  count = 0;
  //@@Setup
  fill() {}
  //@@TearDown
  clear() {}
}
//@@Setup
function before(idle) {}
//@@State(Scope.Thread)
class Base {
  //@@Param({"3"})
  base = 0;
  //@@Setup
  open() {}
}
class Heir extends Base {}
//@@State(Scope.Thread)
class Taken {
  //@@Param({"4"})
  taken = 0;
}
//@@State(Scope.Thread)
class Own {
  //@@Setup
  take(taken) {}
  //@@Benchmark
  static all() { return 1; }
}
//@@Benchmark
function inherited(heir) { return heir.base; }
