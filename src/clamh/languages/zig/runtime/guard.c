/* The edge between the core and the user's Zig, which cannot unwind: a panic leaves from where it is to the last call of clamh_zig_run in its
 * thread. What the user deferred on the way does not run. */
#include <stddef.h>
#include <stdint.h>

struct edge {
    struct edge *outer;
    void *registers[5];
};

static _Thread_local struct edge *innermost;

/* What `body` returns, or 1 after clamh_zig_leave. */
int clamh_zig_run(int (*body)(const void *, uint64_t), const void *first, uint64_t second) {
    struct edge edge = {.outer = innermost};
    innermost = &edge;
    const int result = __builtin_setjmp(edge.registers) ? 1 : body(first, second);
    innermost = edge.outer;
    return result;
}

/* Where the user's frames end, of the thread that asks; null in a thread that he started himself. */
const void *clamh_zig_edge(void) { return innermost; }

void clamh_zig_leave(void) { __builtin_longjmp(innermost->registers, 1); }
