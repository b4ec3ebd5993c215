// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

#include <memory>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    double side = 2.0;
    double area() const override { return side * side; }
};
struct Triangle : Shape {
    double base = 2.0, height = 3.0;
    double area() const override { return base * height / 2; }
};

//@@State(Scope.Thread)
struct Drawing {
    std::unique_ptr<Shape> square = std::make_unique<Square>(), triangle = std::make_unique<Triangle>();
};

static double twice(const Shape &shape) { return shape.area() + shape.area(); }

//@@Benchmark
double areaOfSquare(const Drawing &drawing) { return twice(*drawing.square); }

//@@Benchmark
double areaOfTriangle(const Drawing &drawing) { return twice(*drawing.triangle); }
