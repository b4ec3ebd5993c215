"""A state that both sides name: loops.py has CLAMH run it, the files hand*.py run it in loops written by hand."""

from typing import ClassVar


#@@State(Scope.Benchmark)
class Held:
    #@@Param({"3"})
    left: ClassVar[int] = 0
    #@@Param({"4"})
    right: ClassVar[int] = 0
