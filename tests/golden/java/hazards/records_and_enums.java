package p;

public class Kinds {
    public record Pair<A, B>(A first, B second) {
        static int made;
        Pair { made++; }
    }

    enum Colour implements Runnable {
        RED, GREEN { @Override public void run() {} }, @Deprecated BLUE;
        int used;
        public void run() { used++; }
    }

    @State(Scope.Benchmark)
    public static class Data {
        @Param public Colour all;
        @Param({"RED"}) public Colour some;
    }

    @Benchmark
    public int one(Data data) { return data.all.used; }
}
