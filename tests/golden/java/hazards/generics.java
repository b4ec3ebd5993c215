package p;

import java.util.*;

public class Generic<T extends Comparable<T>> extends Base<Map<String, T>> implements java.io.Serializable, Runnable {
    @State(Scope.Thread)
    public static class Box<V> { V value; }

    @Benchmark
    public <K extends Number & Runnable> List<? super K> one(Box<Map<String, int[]>> box, List<K>... rest) throws Exception {
        return null;
    }
    public void run() {}
}
