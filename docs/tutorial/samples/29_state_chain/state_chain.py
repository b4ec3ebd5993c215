# A state's fixtures may take other states: those are set up before and torn down after it. A circle is an error.


#@@State(Scope.Benchmark)
class Size:
    #@@Param({"100", "1000"})
    size: int = 0


#@@State(Scope.Benchmark)
class Vector:
    #@@Setup
    def fill(self, size):
        self.vector = [0.5] * size.size


#@@State(Scope.Thread)
class Product:
    #@@Setup
    def take(self, vector):
        self.left = vector.vector[:]
        self.right = vector.vector[:]


#@@Benchmark
def dot(product):
    total = 0.0
    for left, right in zip(product.left, product.right):
        total += left * right
    return total
