import org.openjdk.jmh.annotations.*;

public class Touch {
    @Benchmark
    public byte touchPages() {
        java.nio.ByteBuffer memory = java.nio.ByteBuffer.allocateDirect(1 << 20);
        for (int page = 0; page < 256; page++) memory.put(page * 4096, (byte) 1);
        return memory.get(4096);
    }
}
