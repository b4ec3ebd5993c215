#include <cstddef>

//@@State(Scope.Benchmark)
struct Huge {
    //@@Param({"9"})
    int fill;
    unsigned char bytes[16 * 1024 * 1024];
};

//@@State(Scope.Benchmark)
struct alignas(4096) OverAligned {
    int value = 1;
};

//@@State(Scope.Thread)
class NonCopyable {
public:
    NonCopyable() = default;
    NonCopyable(const NonCopyable &) = delete;
    NonCopyable &operator=(const NonCopyable &) = delete;
    NonCopyable *operator&() { return nullptr; }
    int value = 2;
};

//@@Benchmark
std::size_t huge(const Huge &huge) { return sizeof huge.bytes + huge.fill; }

//@@Benchmark
std::size_t aligned(const OverAligned &state) { return reinterpret_cast<std::size_t>(&state) % 4096; }

//@@Benchmark
int not_copied(NonCopyable &state) { return state.value; }
