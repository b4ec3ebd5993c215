// Blackhole: what is given to it counts as used, at the least cost for its type, and nothing is learnt about it.
//
// The sinks are empty assembly: no instruction for anything that fits a register. A build with CLAMH_RECORDING, which
// never measures, writes down what it is given instead (the protocol's `invoke`), so the measured one has no branch.
#pragma once

#include <cstddef>
#include <type_traits>

#include "../../c_family/runtime/consume_cpu.h"
#include "canonical.hpp"

#define CLAMH_ALWAYS __attribute__((always_inline))
#define CLAMH_INLINE CLAMH_ALWAYS inline

namespace clamh {

// The compiler must assume that everything in memory whose address is known has changed.
CLAMH_INLINE void fence() { asm volatile("" ::: "memory"); }

template <class T>
inline constexpr bool in_register =
    (std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>)&&sizeof(T) <= sizeof(void *);

template <class T>
inline constexpr bool small_number = std::is_arithmetic_v<T> && sizeof(std::decay_t<T>) <= sizeof(double);

// A register of its own kind: "r,m" costs a move on g++ and a store to the stack on clang, so each type has one constraint.
template <class T>
CLAMH_INLINE void sink(const T &value) {
    using Plain = std::remove_cv_t<T>;
    if constexpr (std::is_function_v<T>) {
        asm volatile("" : : "r"(&value) : "memory");
    } else if constexpr (in_register<Plain>) {
        asm volatile("" : : "r"(static_cast<Plain>(value)));
#if defined(__x86_64__)
    } else if constexpr (std::is_same_v<Plain, float> || std::is_same_v<Plain, double>) {
        asm volatile("" : : "x"(static_cast<Plain>(value)));
#elif defined(__aarch64__)
    } else if constexpr (std::is_same_v<Plain, float> || std::is_same_v<Plain, double>) {
        asm volatile("" : : "w"(static_cast<Plain>(value)));
#endif
    } else if constexpr (std::is_trivially_copyable_v<Plain> && !std::is_member_pointer_v<Plain> && sizeof(T) <= 64) {  // clang refuses those
        asm volatile("" : : "m"(value));
    } else {
        asm volatile("" : : "r"(__builtin_addressof(value)) : "memory");
    }
}

}  // namespace clamh

namespace harness_utils {

class Blackhole {
public:
    // By value, so that bit fields, and constants that are defined nowhere, can be consumed.
    template <class T>
    CLAMH_INLINE std::enable_if_t<clamh::small_number<T>> consume(T value) const {
        use(value);
    }

    // Anything else: pointers, enums, structs, strings, containers, things that cannot be copied.
    template <class T>
    CLAMH_INLINE std::enable_if_t<!clamh::small_number<T>> consume(const T &value) const {
        use(value);
    }

    // Work that takes time in proportion to `tokens`, and nothing else.
    static void consumeCPU(long long tokens) { clamh_consume_cpu(tokens); }

private:
    template <class T>
    CLAMH_INLINE static void use(const T &value) {
#ifdef CLAMH_RECORDING
        clamh::canonical(*clamh_next_consumed(), value);
#else
        clamh::sink(value);
        if constexpr (!std::is_arithmetic_v<T> && !std::is_enum_v<T>) clamh::fence();  // what it points to is used too
#endif
    }
};

}  // namespace harness_utils
