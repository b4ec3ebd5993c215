import org.openjdk.jmh.annotations.*;

public class Allocate {
    static byte[][] kept = new byte[3][];

    @Benchmark
    public int allocateBlocks() {
        for (int i = 0; i < 3; i++) kept[i] = new byte[1024 - 16]; // the header of an array has 16 bytes
        return 3;
    }
}
