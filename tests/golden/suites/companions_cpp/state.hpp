#pragma once

namespace lib {
//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"1", "2"})
    int n;
};
//@@Setup
inline void prepare(Data &data) {}
}
