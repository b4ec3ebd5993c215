// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

const Shape = struct {
    area: *const fn (left: f64, right: f64) f64,
    left: f64,
    right: f64,
};

fn areaOfASquare(side: f64, _: f64) f64 {
    return side * side;
}

fn areaOfATriangle(base: f64, height: f64) f64 {
    return base * height / 2;
}

//@@State(Scope.Thread)
const Drawing = struct {
    square: Shape = .{ .area = areaOfASquare, .left = 2, .right = 0 },
    triangle: Shape = .{ .area = areaOfATriangle, .left = 2, .right = 3 },
};

fn twice(shape: *const Shape) f64 {
    return shape.area(shape.left, shape.right) + shape.area(shape.left, shape.right);
}

//@@Benchmark
fn areaOfSquare(drawing: *const Drawing) f64 {
    return twice(&drawing.square);
}

//@@Benchmark
fn areaOfTriangle(drawing: *const Drawing) f64 {
    return twice(&drawing.triangle);
}
