// What JMH refuses, a class each, since JMH stops at the first error of a class; each with what it says of that line.
package misuse;

import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

public class Misuse {
    public static final class Final { // error: Benchmark classes should not be final.
        @Benchmark public int run() { return 1; }
    }

    public class Inner { // error: The instantiated @State annotation does not support inner classes
        @Benchmark public int run() { return 1; }
    }

    public static class NoConstructor { // error: The @State annotation can only be applied to the classes having the default public constructor.
        public NoConstructor(int x) {}

        @Benchmark public int run() { return 1; }
    }

    public static class NotPublic {
        @Benchmark int run() { return 1; } // error: @Benchmark method should be public.
    }

    public static class FieldWithoutState {
        int field; // error: Field "field" is declared within a class not having @State annotation.

        @Benchmark public int run() { return field; }
    }

    @State(Scope.Group)
    public static class OfGroup {}

    public static class GroupStateAlone {
        @Benchmark public int run(OfGroup state) { return 1; } // error: Only @Group methods can reference @State(Scope.Group) states.
    }

    public static class ThreadsInGroup {
        @Threads(2) @Group("pair") @Benchmark public int left() { return 1; } // error: @Threads annotation is placed within the benchmark method with @Group annotation.
        @Group("pair") @Benchmark public int right() { return 1; }
    }

    @State(Scope.Thread)
    public static class HiddenFixture {
        @Setup int prepare() { return 1; } // error: @Setup method should be public.

        @Benchmark public int run() { return 1; }
    }

    public static class FixtureOutside {
        @TearDown public void end() {} // error: @TearDown annotation is placed within a class not having @State annotation.

        @Benchmark public int run() { return 1; }
    }

    public static class NoState {}

    public static class TakesNoState {
        @Benchmark public int run(NoState none) { return 1; } // error: Method parameters should be either @State classes or one of special JMH classes
    }

    @State(Scope.Thread)
    public static class First {
        @Setup public void prepare(Second other) {}
    }

    @State(Scope.Thread)
    public static class Second {
        @Setup public void prepare(First other) {} // error: @State dependency cycle is detected: misuse.Misuse.First
    }

    public static class Cycle {
        @Benchmark public int run(First state) { return 1; }
    }

    @State(Scope.Thread)
    public static class FinalParam {
        @Param("1") public final int n = 1; // error: @Param annotation is not acceptable on final fields.

        @Benchmark public int run() { return n; }
    }

    @State(Scope.Thread)
    public static class WrongParam {
        @Param("many") public int n; // error: Some @Param values can not be converted to target type: "many" can not be converted to int

        @Benchmark public int run() { return n; }
    }

    @State(Scope.Thread)
    public static class EmptyParam {
        @Param public int n; // error: @Param should provide the default parameters.

        @Benchmark public int run() { return n; }
    }

    public static class NoOperations {
        @OperationsPerInvocation(0) @Benchmark public int run() { return 1; } // error: The OperationsPerInvocation needs to be greater than 0.
    }

    @State(Scope.Thread)
    @AuxCounters
    public static class Hits { public int hits; }

    @State(Scope.Thread)
    @AuxCounters
    public static class MoreHits {
        public int hits; // error: Conflicting @AuxCounters counters.
    }

    public static class CountersOfOneName {
        @Benchmark public int run(Hits hits, MoreHits more) { return 1; }
    }

    @State(Scope.Thread)
    @AuxCounters
    public static class Texts {
        public String text; // error: Illegal type for the public field in @AuxCounters.
    }

    public static class CountsTexts {
        @Benchmark public int run(Texts texts) { return 1; }
    }

    @State(Scope.Benchmark)
    @AuxCounters
    public static class SharedHits { // error: @AuxCounters can only be used with Scope.Thread states.
        public int hits;
    }

    public static class CountsShared {
        @Benchmark public int run(SharedHits hits) { return 1; }
    }

    public static class GroupName {
        @Group("a b") @Benchmark public int run() { return 1; } // error: Group name should be the legal Java identifier.
    }

    @State(Scope.Thread)
    public static class StaticSynchronized {
        @Benchmark public static synchronized int run() { return 1; } // error: @Benchmark method can only be static and synchronized if the enclosing class is annotated with @State(Scope.Benchmark).
    }

    public static class Twice {
        @Benchmark public int run() { return 1; }
        @Benchmark public int run(Blackhole hole) { return 1; } // error: Duplicate @Benchmark method name
    }
}
