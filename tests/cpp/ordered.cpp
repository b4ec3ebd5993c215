// Functions with loops, some of which call others, for several code layouts of one object.
#include <cstdio>

[[gnu::noinline]] long plain(const volatile long *from, long count) {
    long sum = 0;
    for (long at = 0; at < count; ++at) sum += from[at] * 3;
    return sum;
}

namespace {
[[gnu::noinline]] long unnamed(const volatile long *from) { return from[0] ^ 5; }
}  // namespace

template <int By>
[[gnu::noinline]] long calling(const volatile long *from, long count) {
    long sum = By;
    for (long at = 0; at < count; ++at) sum = sum * By + unnamed(from + at);
    return sum;
}

extern "C" [[gnu::noinline]] long named_in_c(const volatile long *from, long count) {
    long odd = 0;
    while (count-- > 0) odd += from[count] & 1;
    return odd;
}

int main() {
    volatile long data[100];
    for (int at = 0; at < 100; ++at) data[at] = at;
    std::printf("%ld %ld %ld %ld\n", plain(data, 100), calling<7>(data, 9), calling<9>(data, 9), named_in_c(data, 100));
}
