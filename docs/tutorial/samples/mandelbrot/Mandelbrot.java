// A picture of the Mandelbrot set: the port of mandelbrot.cpp to Java and JMH.

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

public class Mandelbrot {
    @State(Scope.Benchmark)
    public static class Picture {
        @Param({"256"})
        public int width = 256;
        int height;
        int limit;
        int threads;
        byte[] pixels;
        long total;
        double seconds;

        // What main() did before its loop.
        @Setup(Level.Invocation)
        public void prepare() {
            height = width * 3 / 4;
            limit = 250;
            pixels = new byte[width * height];
        }

        // What it did after it.
        @TearDown(Level.Invocation)
        public void report(Blackhole blackhole) throws IOException {
            blackhole.consume(total);
            System.out.printf(Locale.ROOT, "%d x %d, %d threads: %d steps in %.6f s = %.1f million a second%n", width, height,
                threads, total, seconds, total / seconds * 1e-6);
            savePicture("mandelbrot.ppm", pixels, width, height);
        }

        //@@Check
        public long brightness() {
            long sum = 0;
            for (byte pixel : pixels) {
                sum = (sum * 31 + (pixel & 255)) % 1000003;
            }
            return sum;
        }
    }

    private static long computeRows(Picture picture, int first) {
        int width = picture.width;
        int limit = picture.limit;
        double step = 3.0 / width;
        long total = 0;
        for (int row = first; row < picture.height; row += picture.threads) {
            for (int column = 0; column < width; ++column) {
                double real = (column - width / 2) * step - 0.75;
                double imaginary = (picture.height / 2 - row) * step;
                double x = 0.0;
                double y = 0.0;
                int count = 0;
                while (count < limit && x * x + y * y <= 4.0) {
                    double next = x * x - y * y + real;
                    y = 2.0 * x * y + imaginary;
                    x = next;
                    ++count;
                }
                picture.pixels[row * width + column] = (byte) (count == limit ? 0 : 255 - count % 256);
                total += count;
            }
        }
        return total;
    }

    private static void savePicture(String path, byte[] pixels, int width, int height) throws IOException {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(Path.of(path)))) {
            file.write(String.format("P6%n%d %d%n255%n", width, height).getBytes());
            for (byte pixel : pixels) {
                file.write(new byte[] {pixel, pixel, pixel});
            }
        }
    }

    private static long compute(Picture picture, int threads) {
        picture.threads = threads;
        long start = System.nanoTime();
        picture.total = IntStream.range(0, threads).parallel().mapToLong(first -> computeRows(picture, first)).sum();
        picture.seconds = (System.nanoTime() - start) * 1e-9;
        return picture.total;
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    public long computeAlone(Picture picture) {
        return compute(picture, 1);
    }

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    public long computeTogether(Picture picture) {
        return compute(picture, Runtime.getRuntime().availableProcessors());
    }
}
