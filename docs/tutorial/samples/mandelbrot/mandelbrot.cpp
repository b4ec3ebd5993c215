// A picture of the Mandelbrot set: the program in plain/, ported. It still builds and runs without CLAMH.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <vector>

#include "clamh.h"

typedef unsigned char Pixel;

// Step 1: what functions handed to each other stands in a state.
//@@State(Scope.Benchmark)
struct Picture {
    //@@Param({"256"})
    int width = 256;
    int height, limit, threads;
    std::vector<Pixel> pixels;
    long total;
    double seconds;

    //@@Check
    long brightness() const {
        long sum = 0;
        for (const Pixel pixel : pixels) sum = (sum * 31 + pixel) % 1000003;
        return sum;
    }
};

// Colours every `threads`-th row from `first` on by the number of steps until a point leaves; the sum of all steps.
long computeRows(Pixel *pixels, int width, int height, int limit, int first, int threads) {
    const double step = 3.0 / width;
    long total = 0;
    for (int row = first; row < height; row += threads) {
        for (int column = 0; column < width; ++column) {
            const double real = (column - width / 2) * step - 0.75;
            const double imaginary = (height / 2 - row) * step;
            double x = 0.0, y = 0.0;
            int count = 0;
            while (count < limit && x * x + y * y <= 4.0) {
                const double next = x * x - y * y + real;
                y = 2.0 * x * y + imaginary;
                x = next;
                ++count;
            }
            pixels[row * width + column] = count == limit ? 0 : 255 - count % 256;
            total += count;
        }
    }
    return total;
}

long computePicture(Pixel *pixels, int width, int height, int limit, int threads) {
    std::vector<std::future<long>> others;
    for (int first = 1; first < threads; ++first)
        others.push_back(std::async(std::launch::async, computeRows, pixels, width, height, limit, first, threads));
    long total = computeRows(pixels, width, height, limit, 0, threads);
    for (std::future<long> &other : others) total += other.get();
    return total;
}

void savePicture(const char *path, const Pixel *pixels, int width, int height) {
    FILE *const file = std::fopen(path, "wb");
    if (!file) {
        std::perror(path);
        std::exit(1);
    }
    std::fprintf(file, "P6\n%d %d\n255\n", width, height);
    for (int at = 0; at < width * height; ++at)
        for (int colour = 0; colour < 3; ++colour) std::fputc(pixels[at], file);
    std::fclose(file);
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Step 2: what main() did before its loop.
//@@Setup(Level.Invocation)
void prepare(Picture &picture) {
    picture.height = picture.width * 3 / 4;
    picture.limit = 250;
    picture.pixels.assign(picture.width * picture.height, 0);
}

// Step 3: a benchmark for each way to call the function, named differently. Each times itself too, as the program did.
//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
long computeAlone(Picture &picture) {
    picture.threads = 1;
    const double start = now();
    picture.total = computePicture(picture.pixels.data(), picture.width, picture.height, picture.limit, picture.threads);
    picture.seconds = now() - start;
    return picture.total;
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
long computeTogether(Picture &picture) {
    picture.threads = Threads.MAX;
    const double start = now();
    picture.total = computePicture(picture.pixels.data(), picture.width, picture.height, picture.limit, picture.threads);
    picture.seconds = now() - start;
    return picture.total;
}

// Step 4: what main() did after it.
//@@Teardown(Level.Invocation)
void report(Picture &picture, Blackhole &blackhole) {
    blackhole.consume(picture.total);
    std::printf("%d x %d, %d threads: %ld steps in %.6f s = %.1f million a second\n", picture.width, picture.height,
                picture.threads, picture.total, picture.seconds, picture.total / picture.seconds * 1e-6);
    std::fflush(stdout);
    savePicture("mandelbrot.ppm", picture.pixels.data(), picture.width, picture.height);
}

// Step 5: a loop that does what the harness will do. CLAMH does not call it.
int main() {
    Picture picture;
    Blackhole blackhole;
    for (int run = 0; run < 3; ++run) {
        prepare(picture);
        computeAlone(picture);
        report(picture, blackhole);
    }
    for (int run = 0; run < 3; ++run) {
        prepare(picture);
        computeTogether(picture);
        report(picture, blackhole);
    }
}
