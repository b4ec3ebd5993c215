// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.

import org.openjdk.jmh.annotations.*;

public class Constants {
    private static final double CONSTANT = 3.7;

    @State(Scope.Thread)
    public static class Input {
        double number = 3.7;
    }

    @Benchmark
    public double rootOfLiteral() {
        return Math.sqrt(3.7);
    }

    @Benchmark
    public double rootOfConstant() {
        return Math.sqrt(CONSTANT);
    }

    @Benchmark
    public double rootOfState(Input input) {
        return Math.sqrt(input.number);
    }
}
