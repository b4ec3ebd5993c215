// Scope.Benchmark is one object for all threads, Scope.Thread one for each. On one thread they are alike; that both are
// fields of an object which CLAMH made is what keeps the compiler from knowing their values.

import org.openjdk.jmh.annotations.*;

public class Scopes {
    @State(Scope.Benchmark)
    public static class Shared {
        long count;
    }

    @State(Scope.Thread)
    public static class Private {
        long count;
    }

    @Benchmark
    public long incrementShared(Shared shared) {
        return ++shared.count;
    }

    @Benchmark
    public long incrementPrivate(Private mine) {
        return ++mine.count;
    }
}
