// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

trait Shape: Send + Sync {
    fn area(&self) -> f64;
}

struct Square {
    side: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 { self.side * self.side }
}

struct Triangle {
    base: f64,
    height: f64,
}

impl Shape for Triangle {
    fn area(&self) -> f64 { self.base * self.height / 2.0 }
}

//@@State(Scope.Thread)
struct Drawing {
    square: Box<dyn Shape>,
    triangle: Box<dyn Shape>,
}

impl Drawing {
    fn new() -> Self {
        Drawing { square: Box::new(Square { side: 2.0 }), triangle: Box::new(Triangle { base: 2.0, height: 3.0 }) }
    }
}

fn twice(shape: &dyn Shape) -> f64 { shape.area() + shape.area() }

//@@Benchmark
fn area_of_square(drawing: &Drawing) -> f64 { twice(&*drawing.square) }

//@@Benchmark
fn area_of_triangle(drawing: &Drawing) -> f64 { twice(&*drawing.triangle) }
