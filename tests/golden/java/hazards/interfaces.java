package p;

public interface Shapes {
    int SIDES = 4, CORNERS = 4;
    class Square { @Benchmark public int area() { return SIDES; } }
    default int perimeter() { return 0; }
    @FunctionalInterface interface Make { int make(); }
}
