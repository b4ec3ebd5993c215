// A picture of the Mandelbrot set: the port of mandelbrot.cpp to Go.
package mandelbrot

import (
	"bufio"
	"clamh"
	"fmt"
	"os"
	"runtime"
	"time"
)

// @@State(Scope.Benchmark)
type Picture struct {
	//@@Param({"256"})
	width                  int
	height, limit, threads int
	pixels                 []byte
	total                  int64
	seconds                float64
}

// @@Setup(Level.Invocation)
func (picture *Picture) prepare() {
	picture.height = picture.width * 3 / 4
	picture.limit = 250
	picture.pixels = make([]byte, picture.width*picture.height)
}

// @@Teardown(Level.Invocation)
func (picture *Picture) report(blackhole *clamh.Blackhole) error {
	clamh.Consume(blackhole, picture.total)
	fmt.Printf("%d x %d, %d threads: %d steps in %.6f s = %.1f million a second\n", picture.width, picture.height,
		picture.threads, picture.total, picture.seconds, float64(picture.total)/picture.seconds*1e-6)
	return savePicture("mandelbrot.ppm", picture.pixels, picture.width, picture.height)
}

// @@Check
func (picture *Picture) brightness() int64 {
	sum := int64(0)
	for _, pixel := range picture.pixels {
		sum = (sum*31 + int64(pixel)) % 1000003
	}
	return sum
}

// Colours every threads-th row from first on by the number of steps until a point leaves; the sum of all steps.
// float64(…) around products keeps a compiler from adding to them without rounding, which would change pixels.
func computeRows(picture *Picture, first int) int64 {
	width, height, limit := picture.width, picture.height, picture.limit
	step := 3.0 / float64(width)
	total := int64(0)
	for row := first; row < height; row += picture.threads {
		for column := 0; column < width; column++ {
			real := float64(float64(column-width/2)*step) - 0.75
			imaginary := float64(height/2-row) * step
			x, y := 0.0, 0.0
			count := 0
			for count < limit && float64(x*x)+float64(y*y) <= 4.0 {
				next := float64(x*x) - float64(y*y) + real
				y = float64(2.0*x*y) + imaginary
				x = next
				count++
			}
			if count < limit {
				picture.pixels[row*width+column] = byte(255 - count%256)
			}
			total += int64(count)
		}
	}
	return total
}

func compute(picture *Picture, threads int) int64 {
	picture.threads = threads
	start := time.Now()
	totals := make(chan int64, threads)
	for first := 1; first < threads; first++ {
		go func() { totals <- computeRows(picture, first) }()
	}
	picture.total = computeRows(picture, 0)
	for other := 1; other < threads; other++ {
		picture.total += <-totals
	}
	picture.seconds = time.Since(start).Seconds()
	return picture.total
}

func savePicture(path string, pixels []byte, width, height int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := bufio.NewWriter(file)
	fmt.Fprintf(buffer, "P6\n%d %d\n255\n", width, height)
	for _, pixel := range pixels {
		buffer.Write([]byte{pixel, pixel, pixel})
	}
	return buffer.Flush()
}

// @@Benchmark
// @@BenchmarkMode(Mode.SingleShotTime)
func computeAlone(picture *Picture) int64 { return compute(picture, 1) }

// @@Benchmark
// @@BenchmarkMode(Mode.SingleShotTime)
func computeTogether(picture *Picture) int64 { return compute(picture, runtime.GOMAXPROCS(0)) }
