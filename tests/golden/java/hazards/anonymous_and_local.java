package p;

public class Hidden {
    Runnable field = new Runnable() {
        @Benchmark public void run() {}
    };
    Runnable lambda = () -> { class In { int n; } };

    @Benchmark
    public Object one() {
        class Local { @Param("1") int n; }
        return new Object() { @Setup public void no() {} };
    }

    Hidden() { class Constructed { int x; } }
    { class Initialised { int y; } }
}
