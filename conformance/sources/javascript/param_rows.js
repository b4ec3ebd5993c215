// Do rows of params run instead of every combination, each in every combination with the other params?
import { line } from './transcript.mjs';

//@@ParamRows({"heat,salt", "1,a", "2,b"})
//@@State(Scope.Thread)
class Oven {
    //@@Param
    heat = 0;

    //@@Param
    salt = '';

    //@@Param({"x", "y"})
    shape = '';
}

//@@Benchmark
function bake(oven) { line(`call ${oven.heat} ${oven.salt} ${oven.shape}`); }
