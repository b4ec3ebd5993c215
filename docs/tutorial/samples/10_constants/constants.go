// What the compiler knows it computes beforehand: rootOfLiteral measures no root. Inputs belong into a state, whose fields the
// compiler must take for changed before every invocation.
package constants

import "math"

// @@State(Scope.Thread)
type Input struct{ number float64 }

func NewInput() Input { return Input{3.7} }

const constant = 3.7

// @@Benchmark
func rootOfLiteral() float64 { return math.Sqrt(3.7) }

// @@Benchmark
func rootOfConstant() float64 { return math.Sqrt(constant) }

// @@Benchmark
func rootOfState(input *Input) float64 { return math.Sqrt(input.number) }
