// Adds n values to a list and sorts it once behind the last of them. The sort is inside the time.

//@@State(Scope.Thread)
//@@StateLabel("list")
class List {
    //@@Param({"100", "10000"})
    n = 0;
    values = [];
}

//@@Benchmark
function addThenSort(list, operations) {
    list.values.length = 0;
    for (let at = 0; at < list.n; ++at) list.values.push(at * 40503 % 65536);
    list.values.sort((left, right) => left - right);
    operations.add(list.n);
    return list.values[list.n / 2];
}
