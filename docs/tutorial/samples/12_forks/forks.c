// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

typedef struct Shape Shape;
struct Shape {
    double (*area)(const Shape *shape);
    double base, height;
};

static double area_of_square_with(const Shape *shape) { return shape->base * shape->base; }
static double area_of_triangle_with(const Shape *shape) { return shape->base * shape->height / 2; }

//@@State(Scope.Thread)
typedef struct {
    Shape square, triangle;
} Drawing;

//@@Setup
void draw(Drawing *drawing) {
    drawing->square = (Shape){area_of_square_with, 2.0, 2.0};
    drawing->triangle = (Shape){area_of_triangle_with, 2.0, 3.0};
}

static double twice(const Shape *shape) { return shape->area(shape) + shape->area(shape); }

//@@Benchmark
double area_of_square(const Drawing *drawing) { return twice(&drawing->square); }

//@@Benchmark
double area_of_triangle(const Drawing *drawing) { return twice(&drawing->triangle); }
