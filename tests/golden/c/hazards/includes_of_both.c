#ifndef __cplusplus
#include <stdatomic.h>
#else
#include <atomic>
using namespace std;
#endif
#if __cplusplus >= 201103L
extern "C" {
#endif
//@@Benchmark
int sum(void) {
    int new = 1, delete[] = {[0] = new};
    return delete[0];
}
#if __cplusplus >= 201103L
}
#endif
