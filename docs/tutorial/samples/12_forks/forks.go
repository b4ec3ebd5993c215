// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile. Go learns
// nothing at run time: only a processor's branch predictor does.
package forks

type Shape interface{ Area() float64 }

type Square struct{ side float64 }

func (square *Square) Area() float64 { return square.side * square.side }

type Triangle struct{ base, height float64 }

func (triangle *Triangle) Area() float64 { return triangle.base * triangle.height / 2 }

// @@State(Scope.Thread)
type Drawing struct{ square, triangle Shape }

func NewDrawing() Drawing { return Drawing{&Square{2}, &Triangle{2, 3}} }

func twice(shape Shape) float64 { return shape.Area() + shape.Area() }

// @@Benchmark
func areaOfSquare(drawing *Drawing) float64 { return twice(drawing.square) }

// @@Benchmark
func areaOfTriangle(drawing *Drawing) float64 { return twice(drawing.triangle) }
