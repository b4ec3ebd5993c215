// What a source finds outside CLAMH: the same names, for any C++11 compiler, without a harness.
#pragma once

#if !defined(CLAMH)

#include <type_traits>
#include "../runtime/letters.hpp"
#include "../../c_family/runtime/consume_cpu.h"
#include "../runtime/control.hpp"
#include "../runtime/memory.hpp"
#include "../runtime/operations.hpp"
#include "../runtime/benchmark_params.hpp"
#include "../runtime/random.hpp"
#include "../runtime/suspend.hpp"

#if defined(CLAMH_RECORDING)  // a file beside the wrapper, in CLAMH's build that records
#include "../runtime/blackhole.hpp"
#else
namespace harness_utils {

// What is given to it counts as used.
class Blackhole {
public:
    template <class T>
    typename std::enable_if<std::is_arithmetic<T>::value || std::is_enum<T>::value>::type consume(T value) const {
        keep(&reinterpret_cast<const volatile char &>(value));
    }
    template <class T>
    typename std::enable_if<!std::is_arithmetic<T>::value && !std::is_enum<T>::value>::type consume(const T &value) const {
        keep(&reinterpret_cast<const volatile char &>(value));
    }
    static void consumeCPU(long long tokens) { clamh_consume_cpu(tokens); }

private:
    static void keep(const volatile char *value) { asm volatile("" : : "r"(value) : "memory"); }
};

}  // namespace harness_utils
#endif

#include "../runtime/letters_end.hpp"
#endif
