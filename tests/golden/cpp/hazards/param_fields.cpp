#include <string>

//@@State(Scope.Benchmark)
struct Data {
    //@@Param({"1"})
    static long shared;
    //@@Param({"2"})
    volatile static long fresh;
    //@@Param({"3"})
    long plain = 0;
    //@@Param({"4"})
    mutable volatile int odd;
    //@@Param({"a b", "c, d"})
    std::string name;
    //@@Param({"5"})
    inline static unsigned short word;
    //@@Param({"6"})
    const char *text;
};
long Data::shared;
volatile long Data::fresh;

//@@Benchmark
long uses(const Data &data) { return data.plain; }
