//@@Benchmark
const one = () => 1
//@@Benchmark
const two = function () { return 1 }
//@@Benchmark
one()
function three() { return 1 }
//@@Benchmark
import "./x.js"
function four() { return 1 }
//@@Benchmark
label: function five() { return 1 }
class A {
    n = 1
    //@@Benchmark
    static six() { return 1 }
}
