// What is measured, seen by both sides: loops.cpp has CLAMH run it, hand.cpp runs it in loops written by hand.
#pragma once

//@@State(Scope.Benchmark)
struct Plain {
    //@@Param({"3"})
    long left;
    //@@Param({"4"})
    long right;
};

//@@State(Scope.Benchmark)
struct Static {
    //@@Param({"3"})
    inline static long left;
    //@@Param({"4"})
    inline static long right;
};

//@@State(Scope.Benchmark)
struct Number {
    //@@Param({"25"})
    volatile static inline long number;
};

// How often a loop written by hand goes round in one call.
//@@State(Scope.Benchmark)
struct Passes {
    //@@Param({"1"})
    unsigned long passes;
};

inline double recursive(long number) { return number > 1 ? static_cast<double>(number) * recursive(number - 1) : 1.0; }

inline double iterative(long number) {
    double product = 1.0;
    for (long factor = number; factor > 1; --factor) product *= static_cast<double>(factor);
    return product;
}
