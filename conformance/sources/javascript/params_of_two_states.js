// Does a benchmark of two states run with every combination of their params, and not with those of a third?
import { line } from './transcript.mjs';

//@@State(Scope.Benchmark)
class Oven {
    //@@Param("7")
    heat = 0;
}

//@@State(Scope.Thread)
class Dough {
    //@@Param({"a", "b"})
    salt = '';
}

//@@State(Scope.Thread)
class Cellar {
    //@@Param({"1", "2", "3"})
    bottles = 0;
}

//@@Benchmark
function bake(oven, dough) { line(`call bake heat=${oven.heat} salt=${dough.salt}`); }
