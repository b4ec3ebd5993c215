// Memory: arrays that lie alone, where the seed of the case's layout puts them, and are freed with the trial; clamh_abi.h has its layout. C++11.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "../../c_family/runtime/memory.h"

namespace harness_utils {

class Memory : clamh_memory {
public:
    explicit Memory(uint64_t seed = 0) : clamh_memory{seed, nullptr} {}
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;
    ~Memory() { clamh_memory_free(this); }

    // `count` elements, all bytes 0.
    template <class T>
    T *array(size_t count) {
        static_assert(std::is_trivially_copyable<T>::value, "Memory: an element must be trivially copyable: its bytes are set to 0");
        static_assert(alignof(T) <= CLAMH_LINE, "Memory: an element cannot be aligned to more than 64 bytes");
        void *const allocated = clamh_memory_allocate(this, sizeof(T), count);
        if (allocated == nullptr) no_memory();
        return static_cast<T *>(allocated);
    }

private:
    [[noreturn]] static void no_memory() {
#if defined(__cpp_exceptions)
        throw std::bad_alloc();
#else
        __builtin_trap();
#endif
    }
};

}  // namespace harness_utils
