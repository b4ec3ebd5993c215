// Memory: arrays that lie alone, where the seed of the case's layout puts them, and are freed with the trial; clamh_abi.h has its layout. C++11.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "random.hpp"

namespace harness_utils {

class Memory {
public:
    explicit Memory(std::uint64_t seed = 0) : seed(seed) {}
    Memory(const Memory &) = delete;
    Memory &operator=(const Memory &) = delete;
    ~Memory() {
        while (last != nullptr) {
            Block *const freed = last;
            last = freed->before;
            ::operator delete(static_cast<void *>(freed));
        }
    }

    // `count` elements, all bytes 0, with 128 bytes before and after them that belong to nobody. They start at the beginning
    // of a page and a number of 64-byte steps drawn from the seed (none for seed 0) after that padding.
    template <class T>
    T *array(std::size_t count) {
        static_assert(std::is_trivially_copyable<T>::value, "Memory: an element must be trivially copyable: its bytes are set to 0");
        static_assert(alignof(T) <= line, "Memory: an element cannot be aligned to more than 64 bytes");
        const std::size_t start = padding + (seed == 0 ? 0 : static_cast<std::size_t>(clamh_split_mix(&seed) % (page / line)) * line);
        if (count > (~std::size_t(0) / 2 - start - padding - 2 * page) / sizeof(T)) too_large();
        const std::size_t size = count * sizeof(T);
        char *const made = static_cast<char *>(::operator new(page + start + size + padding + sizeof(Block)));
        last = ::new (static_cast<void *>(made)) Block{last};
        const std::uintptr_t after = reinterpret_cast<std::uintptr_t>(made) + sizeof(Block);
        char *const aligned = made + sizeof(Block) + (page - after % page) % page;
        return static_cast<T *>(std::memset(static_cast<void *>(aligned + start), 0, size));
    }

private:
    struct Block {
        Block *before;
    };
    static constexpr std::size_t line = 64, page = 4096, padding = 128;

    [[noreturn]] static void too_large() {
#if defined(__cpp_exceptions)
        throw std::bad_alloc();
#else
        __builtin_trap();
#endif
    }

    std::uint64_t seed;  // it moves with each array
    Block *last = nullptr;
};

}  // namespace harness_utils
