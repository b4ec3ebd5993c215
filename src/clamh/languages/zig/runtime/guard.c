/* The edge between the core and the user's Zig, which cannot unwind: a panic leaves from where it is to the last call of clamh_zig_run in its
 * thread. What the user deferred on the way does not run. */
#include <stddef.h>
#include <stdint.h>
#ifdef __x86_64__
typedef void *registers[5];
#define SAVE __builtin_setjmp
#define RESTORE __builtin_longjmp
#else /* clang has these on few machines; the C library's save more */
#include <setjmp.h>
typedef jmp_buf registers;
#define SAVE _setjmp
#define RESTORE _longjmp
#endif

struct edge {
    struct edge *outer;
    registers saved;
};

static _Thread_local struct edge *innermost;

/* What `body` returns, or 1 after clamh_zig_leave. */
int clamh_zig_run(int (*body)(const void *, uint64_t), const void *first, uint64_t second) {
    struct edge edge = {.outer = innermost};
    innermost = &edge;
    const int result = SAVE(edge.saved) ? 1 : body(first, second);
    innermost = edge.outer;
    return result;
}

/* Where the user's frames end, of the thread that asks; null in a thread that he started himself. */
const void *clamh_zig_edge(void) { return innermost; }

void clamh_zig_leave(void) { RESTORE(innermost->saved, 1); }
