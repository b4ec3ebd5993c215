// What is measured, seen by both sides: loops.c has CLAMH run it, hand.c runs it in loops written by hand.
#ifndef WORK_H
#define WORK_H

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"3"})
    long left;
    //@@Param({"4"})
    long right;
} Plain;

//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"25"})
    volatile long number;
} Number;

// How often a loop written by hand goes round in one call.
//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"1"})
    unsigned long passes;
} Passes;

static inline double recursive(long number) { return number > 1 ? (double)number * recursive(number - 1) : 1.0; }

static inline double iterative(long number) {
    double product = 1.0;
    for (long factor = number; factor > 1; --factor) product *= (double)factor;
    return product;
}

#endif
