// A picture of the Mandelbrot set: a small benchmark as such programs are found, with a timing of its own.
//
//     g++ -O3 -std=c++11 -pthread mandelbrot.cpp -o mandelbrot && ./mandelbrot [THREADS]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <vector>

typedef unsigned char Pixel;

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

int main(int count, char *words[]) {
    const int width = 256, height = 192, limit = 250;
    const int threads = count > 1 ? std::atoi(words[1]) : 1;
    std::vector<Pixel> pixels(width * height);
    double best = 0.0;
    long total = 0;
    for (int run = 0; run < 3; ++run) {
        const double start = now();
        total = computePicture(pixels.data(), width, height, limit, threads);
        const double seconds = now() - start;
        if (run == 0 || seconds < best) best = seconds;
    }
    std::printf("%d x %d, %d threads: %ld steps in %.6f s = %.1f million a second\n", width, height, threads, total, best,
                total / best * 1e-6);
    savePicture("mandelbrot.ppm", pixels.data(), width, height);
}
