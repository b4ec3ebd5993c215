import enum
from enum import Enum, IntEnum
class Colour(Enum):
    RED = 1
    GREEN = enum.auto()
    def mixed(self): return self
class Size(IntEnum):
    SMALL = 1; LARGE = 2
class Mode(str, enum.Enum):
    FAST = "fast"
#@@State(Scope.Thread)
class Paint:
    #@@Param({"RED", "GREEN", "BLUE"})
    colour: Colour = Colour.RED
    #@@Param
    size: Size = Size.SMALL
    #@@Param({"FAST"})
    mode: Mode = Mode.FAST
#@@Benchmark
def paint(paint): return paint.colour
