import sys
type Pair[T] = tuple[T, T]
class Box[T]:
    #@@Benchmark
    def generic[U](self): return 1
#@@Benchmark
def matches():
    match sys.argv:
        case [first, *rest] if (n := len(rest)): return n
        case _: return f"{sys.argv!r}"
#@@Benchmark
def groups():
    try:
        return 1
    except* ValueError:
        return 2
