// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

class Square {
    side = 2.0;
    area() { return this.side * this.side; }
}
class Triangle {
    base = 2.0;
    height = 3.0;
    area() { return (this.base * this.height) / 2; }
}

//@@State(Scope.Thread)
class Drawing {
    square = new Square();
    triangle = new Triangle();
}

function twice(shape) { return shape.area() + shape.area(); }

//@@Benchmark
function areaOfSquare(drawing) { return twice(drawing.square); }

//@@Benchmark
function areaOfTriangle(drawing) { return twice(drawing.triangle); }
