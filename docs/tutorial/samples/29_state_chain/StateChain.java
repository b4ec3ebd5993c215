// A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.

import java.util.Arrays;
import org.openjdk.jmh.annotations.*;

public class StateChain {
    @State(Scope.Benchmark)
    public static class Size {
        @Param({"100", "1000"})
        int size;
    }

    @State(Scope.Benchmark)
    public static class Vector {
        double[] vector;

        @Setup
        public void fill(Size size) {
            vector = new double[size.size];
            Arrays.fill(vector, 0.5);
        }
    }

    @State(Scope.Thread)
    public static class Product {
        double[] left;
        double[] right;

        @Setup
        public void take(Vector vector) {
            left = vector.vector.clone();
            right = vector.vector.clone();
        }
    }

    @Benchmark
    public double dot(Product product) {
        double sum = 0;
        for (int at = 0; at < product.left.length; at++) {
            sum += product.left[at] * product.right[at];
        }
        return sum;
    }
}
