#ifndef HEADER_H
#define HEADER_H
#pragma once

//@@Benchmark
static inline int sum(void) { return 1; }

#endif
