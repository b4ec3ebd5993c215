#include <stdio.h>
#include <iostream>

//@@Benchmark
int sum(void) { return 1; }
