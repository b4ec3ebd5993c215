# Two kinds of one thing, behind one function. Where an interpreter learns at run time (CPython from 3.11 on, PyPy), what it has seen
# of the one kind changes the code of the other; each case therefore runs in fresh processes (-f), and neither sees the other's past.


class Square:
    def __init__(self):
        self.side = 2.0

    def area(self):
        return self.side * self.side


class Triangle:
    def __init__(self):
        self.base = 2.0
        self.height = 3.0

    def area(self):
        return self.base * self.height / 2


#@@State(Scope.Thread)
class Drawing:
    def __init__(self):
        self.square = Square()
        self.triangle = Triangle()


def twice(shape):
    return shape.area() + shape.area()


#@@Benchmark
def area_of_square(drawing):
    return twice(drawing.square)


#@@Benchmark
def area_of_triangle(drawing):
    return twice(drawing.triangle)
