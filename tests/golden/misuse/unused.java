package p;

import org.openjdk.jmh.annotations.*;

public class unused {
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Idle {
        @Param({"1", "2"})
        public int size;
        public long count;
        @Setup
        public void fill() {}
        @TearDown
        public void clear() {}
    }

    @State(Scope.Thread)
    public static class Base {
        @Param({"3"})
        public int base;
        @Setup
        public void open() {}
    }

    public static class Heir extends Base {}

    @State(Scope.Thread)
    public static class Taken {
        @Param({"4"})
        public int taken;
    }

    @State(Scope.Thread)
    public static class Own {
        @Setup
        public void take(Taken taken) {}
        @Benchmark
        public static int all() { return 1; }
    }

    @State(Scope.Thread)
    public abstract static class Abstract {
        @Param({"5"})
        public int least;
    }

    @State(Scope.Thread)
    public static class Unknown extends library.Base {
        @Param({"6"})
        public int size;
    }

    @Benchmark
    public int inherited(Heir heir) { return heir.base; }
}
