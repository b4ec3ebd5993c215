//@@State(Scope.Benchmark)
struct Data {
    long value = 3;
};

#define NOINLINE __attribute__((noinline))
#define EXPORT_API
#define DEPRECATED(why) [[deprecated(why)]]
#define NOEXCEPT noexcept
#define BEGIN_BENCH namespace bench {
#define END_BENCH }
#define MARK_CLASS(name) static_assert(sizeof(int) == 4, #name);

//@@Benchmark
NOINLINE int attribute(const Data &data) { return int(data.value); }

//@@Benchmark
NOINLINE static long *pointer(Data &data) { return &data.value; }

MARK_CLASS(Bench)
class EXPORT_API Bench {
    MARK_CLASS(Inner)
public:
    //@@Benchmark
    NOINLINE long method(const Data &data) NOEXCEPT { return data.value; }
};

MARK_CLASS(next)
//@@Benchmark
long after_macro(const Data &data) { return data.value; }

class EXPORT_API Derived final : public Bench {
public:
    //@@Benchmark
    static long derived(const Data &data) NOEXCEPT { return data.value; }
};
