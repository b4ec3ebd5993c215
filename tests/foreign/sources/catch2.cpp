#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#include <string>
#ifndef TIMES
#define TIMES 1
#endif
static long sum(int n) { long s = 0; for (int i = 0; i < n; i++) { s += i; asm volatile("" : "+r"(s)); } return s; }
TEST_CASE("sums", "[sum]") {
    CHECK(sum(3) == 3);
    BENCHMARK("sum 100") { return sum(100 * TIMES); };
    BENCHMARK("sum of a name that is so long that Catch2 has to break it into several lines") { return sum(1000); };
    BENCHMARK_ADVANCED("advanced")(Catch::Benchmark::Chronometer meter) { meter.measure([] { return sum(10); }); };
}
TEST_CASE("other") {
    SECTION("inner") { BENCHMARK("sum 100") { return sum(200); }; }
    BENCHMARK("throws") { if (TIMES) throw std::runtime_error("no input file"); return sum(1); };
}
