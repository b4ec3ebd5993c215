if (process.argv.length > 9) {
    //@@Benchmark
    function one() { return 1; }
}
{
    //@@Benchmark
    const two = () => 1;
}
try {
    //@@State(Scope.Benchmark)
    class Data {}
} finally {
}
class A {
    static {
        //@@Benchmark
        function three() { return 1; }
    }
}
//@@Benchmark
for (const four = () => 1; false;) ;
