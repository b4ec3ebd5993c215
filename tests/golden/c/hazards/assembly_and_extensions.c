__extension__ typedef long long wide;
asm(".globl nothing");
_Static_assert(sizeof(int) == 4, "//@@Benchmark");
_Thread_local static int local;
int (parenthesised)(void) { return 1; }
//@@Benchmark
int (around)(void) { return 2; }
//@@Benchmark
inline static int __attribute__((always_inline)) fast(void) {
    __asm__ volatile("" ::: "memory");
    return __extension__({ int x = 1; x; });
}
//@@Benchmark
int renamed(void) __asm__("other_name");
