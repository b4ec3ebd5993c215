//@@State(Scope.Thread)
class Sorted {
    //@@Check
    at(place) { return place; }
    //@@Check
    //@@Setup
    prepared() { return 1; }
    //@@Check(once = true)
    good() { return 1; }
    //@@Check
    get length() { return 1; }
}
//@@State(Scope.Thread)
class Other {
    //@@Check
    GOOD() { return 2; }
}
class Plain {
    //@@Check
    lost() { return 3; }
}
//@@Benchmark
function sort(sorted, other) {}
//@@Check
function everywhere() { return 4; }
