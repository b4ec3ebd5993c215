# A picture of the Mandelbrot set: the port of mandelbrot.cpp to Python.
import os
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter


#@@State(Scope.Benchmark)
class Picture:
    #@@Param({"256"})
    width: int = 256

    #@@Setup(Level.Invocation)
    def prepare(self):
        self.height = self.width * 3 // 4
        self.limit = 250
        self.pixels = bytearray(self.width * self.height)

    #@@Teardown(Level.Invocation)
    def report(self, blackhole):
        blackhole.consume(self.total)
        print(f"{self.width} x {self.height}, {self.threads} threads: {self.total} steps in {self.seconds:.6f} s = "
              f"{self.total / self.seconds * 1e-6:.1f} million a second", flush=True)
        save_picture("mandelbrot.ppm", self.pixels, self.width, self.height)

    #@@Check
    def brightness(self):
        total = 0
        for pixel in self.pixels:
            total = (total * 31 + pixel) % 1000003
        return total


# Colours every `threads`-th row from `first` on by the number of steps until a point leaves; the sum of all steps.
def compute_rows(picture, first):
    width, height, limit = picture.width, picture.height, picture.limit
    step = 3.0 / width
    total = 0
    for row in range(first, height, picture.threads):
        imaginary = (height // 2 - row) * step
        for column in range(width):
            real = (column - width // 2) * step - 0.75
            x = y = 0.0
            count = 0
            while count < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + real, 2.0 * x * y + imaginary
                count += 1
            picture.pixels[row * width + column] = 0 if count == limit else 255 - count % 256
            total += count
    return total


def compute(picture, threads):
    picture.threads = threads
    start = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        others = [pool.submit(compute_rows, picture, first) for first in range(1, threads)]
        picture.total = compute_rows(picture, 0) + sum(other.result() for other in others)
    picture.seconds = perf_counter() - start
    return picture.total


def save_picture(path, pixels, width, height):
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height))
        for pixel in pixels:
            file.write(bytes((pixel, pixel, pixel)))


#@@Benchmark
#@@BenchmarkMode(Mode.SingleShotTime)
def compute_alone(picture: Picture):
    return compute(picture, 1)


#@@Benchmark
#@@BenchmarkMode(Mode.SingleShotTime)
def compute_together(picture: Picture):
    return compute(picture, os.cpu_count())
