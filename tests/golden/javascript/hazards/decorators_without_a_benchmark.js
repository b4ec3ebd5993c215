@State({ name: "todos" })
class Todos {
    @Param("id") id = 1;
    @Setup() fill() {}
    @Benchmark value = 2;
}
@Warmup
class Other {}
