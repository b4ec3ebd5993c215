// The loops as a careful person writes them: what must be kept is used in an empty assembly, and where the compiler would
// otherwise compute it once for all passes, or delete the loop, there is one compiler fence a pass. No instruction comes
// of either. The factorials need no fence, since their number is volatile; the stub of CLAMH has it nevertheless.
#include "hand.h"

static inline void fence(void) { __asm__ volatile("" ::: "memory"); }
static inline void use_long(long value) { __asm__ volatile("" : : "r"(value)); }
#if defined(__aarch64__)
static inline void use_double(double value) { __asm__ volatile("" : : "w"(value)); }
#else
static inline void use_double(double value) { __asm__ volatile("" : : "x"(value)); }
#endif

void by_hand_empty(unsigned long passes) {
    for (; passes > 0; --passes) fence();
}

void by_hand_plain(const Plain *state, unsigned long passes) {
    for (; passes > 0; --passes) {
        use_long(state->left + state->right);
        fence();
    }
}

void by_hand_recursive(const Number *state, unsigned long passes) {
    for (; passes > 0; --passes) use_double(recursive(state->number));
}

void by_hand_iterative(const Number *state, unsigned long passes) {
    for (; passes > 0; --passes) use_double(iterative(state->number));
}
