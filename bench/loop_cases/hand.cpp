// The loops as a careful person writes them: what must be kept is used in an empty assembly, and where the compiler would
// otherwise compute it once for all passes, or delete the loop, there is one compiler fence a pass. No instruction comes
// of either. The factorials need no fence, since their number is volatile; the stub of CLAMH has it nevertheless.
#include "hand.hpp"

namespace {

inline void fence() { asm volatile("" ::: "memory"); }
inline void used(long value) { asm volatile("" : : "r"(value)); }
#if defined(__aarch64__)
inline void used(double value) { asm volatile("" : : "w"(value)); }
#else
inline void used(double value) { asm volatile("" : : "x"(value)); }
#endif

}  // namespace

void hand_empty(unsigned long passes) {
    for (; passes > 0; --passes) fence();
}

void hand_plain(const Plain &state, unsigned long passes) {
    for (; passes > 0; --passes) {
        used(state.left + state.right);
        fence();
    }
}

void hand_static(unsigned long passes) {
    for (; passes > 0; --passes) {
        used(Static::left + Static::right);
        fence();
    }
}

void hand_recursive(unsigned long passes) {
    for (; passes > 0; --passes) used(recursive(Number::number));
}

void hand_iterative(unsigned long passes) {
    for (; passes > 0; --passes) used(iterative(Number::number));
}
