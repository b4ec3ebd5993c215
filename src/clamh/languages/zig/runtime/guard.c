/* The edge of edge.h for the user's Zig, which cannot unwind: a panic leaves from where it is to the last call of clamh_zig_run in its
 * thread. What the user deferred on the way does not run. */
#include <stdint.h>

#include "../../c_family/runtime/edge.h"

/* What `body` returns, or 1 after clamh_zig_leave. */
int clamh_zig_run(int (*body)(const void *, uint64_t), const void *first, uint64_t second) { CLAMH_GUARDED(body(first, second)); }

/* Where the user's frames end, of the thread that asks; null in a thread that he started himself. */
const void *clamh_zig_edge(void) { return clamh_the_edge; }

void clamh_zig_leave(void) { CLAMH_GO_BACK(*clamh_the_edge); }
