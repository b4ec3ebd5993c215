// This sets whether a function is inlined: the compiler must do it, or must not. It may stand on any function, not only on
// benchmarks. JavaScript, Go and Python have no such control, so there is no such file in them.

import org.openjdk.jmh.annotations.*;

public class CompilerControls {
    @State(Scope.Thread)
    public static class Side {
        int side = 3;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public static int squareByCall(int side) {
        return side * side;
    }

    @CompilerControl(CompilerControl.Mode.INLINE)
    public static int squareInline(int side) {
        return side * side;
    }

    @Benchmark
    public int squareCalled(Side state) {
        return squareByCall(state.side);
    }

    @Benchmark
    public int squareInlined(Side state) {
        return squareInline(state.side);
    }
}
