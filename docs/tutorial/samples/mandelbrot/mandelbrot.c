// A picture of the Mandelbrot set: the program in plain/, ported. It still builds and runs without CLAMH.

#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clamh.h"

typedef unsigned char Pixel;

// Step 1: what functions handed to each other stands in a state.
//@@State(Scope.Benchmark)
typedef struct {
    //@@Param({"256"})
    int width;
    int height, limit, threads;
    Pixel *pixels;
    long total;
    double seconds;
} Picture;

//@@Check
long brightness(const Picture *picture) {
    long sum = 0;
    for (int at = 0; at < picture->width * picture->height; ++at) sum = (sum * 31 + picture->pixels[at]) % 1000003;
    return sum;
}

typedef struct {
    Picture *picture;
    int first;
    long total;
    pthread_t thread;
} Rows;

// Colours every `threads`-th row from `first` on by the number of steps until a point leaves; the sum of all steps.
static void *compute_rows(void *argument) {
    Rows *const rows = argument;
    const Picture *const picture = rows->picture;
    const int width = picture->width, height = picture->height, limit = picture->limit;
    const double step = 3.0 / width;
    long total = 0;
    for (int row = rows->first; row < height; row += picture->threads) {
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
            picture->pixels[row * width + column] = count == limit ? 0 : 255 - count % 256;
            total += count;
        }
    }
    rows->total = total;
    return NULL;
}

static long compute_picture(Picture *picture) {
    Rows *const rows = calloc((size_t)picture->threads, sizeof *rows);
    for (int first = 0; first < picture->threads; ++first) rows[first] = (Rows){.picture = picture, .first = first};
    for (int first = 1; first < picture->threads; ++first) pthread_create(&rows[first].thread, NULL, compute_rows, &rows[first]);
    compute_rows(&rows[0]);
    long total = rows[0].total;
    for (int first = 1; first < picture->threads; ++first) {
        pthread_join(rows[first].thread, NULL);
        total += rows[first].total;
    }
    free(rows);
    return total;
}

static void save_picture(const char *path, const Picture *picture) {
    FILE *const file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(file, "P6\n%d %d\n255\n", picture->width, picture->height);
    for (int at = 0; at < picture->width * picture->height; ++at)
        for (int colour = 0; colour < 3; ++colour) fputc(picture->pixels[at], file);
    fclose(file);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

// Step 2: what main() did before its loop.
//@@Setup(Level.Invocation)
void prepare(Picture *picture) {
    picture->height = picture->width * 3 / 4;
    picture->limit = 250;
    picture->pixels = realloc(picture->pixels, (size_t)picture->width * picture->height);
    if (picture->pixels == NULL) clamh_fail("there is no memory for the picture");
    memset(picture->pixels, 0, (size_t)picture->width * picture->height);
}

// Step 3: a benchmark for each way to call the function, named differently. Each times itself too, as the program did.
//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
long compute_alone(Picture *picture) {
    picture->threads = 1;
    const double start = now();
    picture->total = compute_picture(picture);
    picture->seconds = now() - start;
    return picture->total;
}

//@@Benchmark
//@@BenchmarkMode(Mode.SingleShotTime)
long compute_together(Picture *picture) {
    picture->threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    const double start = now();
    picture->total = compute_picture(picture);
    picture->seconds = now() - start;
    return picture->total;
}

// Step 4: what main() did after it.
//@@Teardown(Level.Invocation)
void report(Picture *picture, Blackhole *blackhole) {
    clamh_consume(blackhole, picture->total);
    printf("%d x %d, %d threads: %ld steps in %.6f s = %.1f million a second\n", picture->width, picture->height, picture->threads,
           picture->total, picture->seconds, picture->total / picture->seconds * 1e-6);
    fflush(stdout);
    save_picture("mandelbrot.ppm", picture);
}

//@@Teardown
void drop(Picture *picture) { free(picture->pixels); }

// Step 5: a loop that does what the harness will do. CLAMH does not call it.
int main(void) {
    Picture picture = {.width = 256};
    Blackhole blackhole = {0};
    for (int run = 0; run < 3; ++run) {
        prepare(&picture);
        compute_alone(&picture);
        report(&picture, &blackhole);
    }
    for (int run = 0; run < 3; ++run) {
        prepare(&picture);
        compute_together(&picture);
        report(&picture, &blackhole);
    }
    drop(&picture);
}
