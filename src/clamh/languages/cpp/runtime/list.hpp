// An array that grows (see text.hpp for why it is not the library's).
#pragma once

#include <cstddef>

namespace clamh {

template <class T>
class List {
public:
    List() = default;
    explicit List(std::size_t size) : items(new T[size]()), count(size), room(size) {}
    List(List &&other) noexcept : items(other.items), count(other.count), room(other.room) {
        other.items = nullptr;
        other.count = other.room = 0;
    }
    List &operator=(List &&other) noexcept {
        T *const old = items;
        items = other.items, count = other.count, room = other.room;
        other.items = nullptr;
        other.count = other.room = 0;
        delete[] old;
        return *this;
    }
    ~List() { delete[] items; }

    std::size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *begin() { return items; }
    T *end() { return items + count; }
    const T *begin() const { return items; }
    const T *end() const { return items + count; }
    T &operator[](std::size_t at) { return items[at]; }
    const T &operator[](std::size_t at) const { return items[at]; }
    T &back() { return items[count - 1]; }

    __attribute__((noinline)) void reserve(std::size_t least) {
        if (least <= room) return;
        T *const moved = new T[least]();
        for (std::size_t at = 0; at < count; ++at) moved[at] = static_cast<T &&>(items[at]);
        delete[] items;
        items = moved, room = least;
    }
    __attribute__((noinline)) T &push(T item) {
        if (count == room) reserve(2 * room + 8);
        return items[count++] = static_cast<T &&>(item);
    }
    void truncate(std::size_t size) { count = size; }
    void pop() { --count; }
    void clear() { count = 0; }
    bool contains(const T &item) const {
        for (const T &one : *this) {
            if (one == item) return true;
        }
        return false;
    }

private:
    T *items = nullptr;
    std::size_t count = 0, room = 0;
};

}  // namespace clamh
