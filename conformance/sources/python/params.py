# Does every combination of param values reach the state, of every type, unchanged and before trial setup?
import struct
from enum import Enum

from transcript import line

class Heat(Enum):
    LOW = 1
    HIGH = 2

#@@State(Scope.Benchmark)
class Recipe:
    #@@Param({"-3", "9223372036854775807"})
    count: int = 0
    #@@Param({"LOW", "HIGH"})
    heat: Heat = Heat.LOW
    #@@Param("two words, a comma and 1=1")
    name: str = ""
    #@@Param("0.1")
    share: float = 0.5
    #@@Param("true")
    sweet: bool = False
    #@@Param("x")
    mark: str = ""

    #@@Setup
    def write(self):
        self.report("setup")

    def report(self, what):
        if (type(self.count), type(self.sweet)) != (int, bool):  # a count that stayed a text would look like a number
            raise TypeError(f"count and sweet are {type(self.count)}, {type(self.sweet)}")
        line(f"{what} count={self.count} heat={self.heat.name} name=[{self.name}] share={struct.pack('>d', self.share).hex()} "
             f"sweet={str(self.sweet).lower()} mark={self.mark}")

#@@Benchmark
def bake(recipe):
    recipe.report("call")
