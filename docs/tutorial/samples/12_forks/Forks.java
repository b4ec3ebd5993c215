// Two kinds of one thing, behind one function. Where a compiler learns at run time, what it has seen of the one kind changes the
// code of the other; each case therefore runs in fresh processes (-f), and neither benchmark sees the other's profile.

import org.openjdk.jmh.annotations.*;

public class Forks {
    interface Shape {
        double area();
    }

    static class Square implements Shape {
        double side = 2.0;

        public double area() {
            return side * side;
        }
    }

    static class Triangle implements Shape {
        double base = 2.0;
        double height = 3.0;

        public double area() {
            return base * height / 2;
        }
    }

    @State(Scope.Thread)
    public static class Drawing {
        Shape square = new Square();
        Shape triangle = new Triangle();
    }

    private static double twice(Shape shape) {
        return shape.area() + shape.area();
    }

    @Benchmark
    public double areaOfSquare(Drawing drawing) {
        return twice(drawing.square);
    }

    @Benchmark
    public double areaOfTriangle(Drawing drawing) {
        return twice(drawing.triangle);
    }
}
