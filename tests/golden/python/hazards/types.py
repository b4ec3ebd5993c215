from __future__ import annotations
import typing
from typing import Optional as Maybe, ClassVar, Final
import shapes
from shapes import Circle as Round

#@@State(Scope.Benchmark)
class Data:
    #@@Param({"1"})
    whole: int = 0
    #@@Param({"1.5"})
    real: "float" = 0
    #@@Param({"true"})
    flag: bool = False
    #@@Param({"x"})
    text: str
    #@@Param({"x"})
    maybe: typing.Optional[str] = None
    #@@Param({"1"})
    united: int | None = None
    #@@Param({"1"})
    shared: ClassVar[int] = 0
    #@@Param({"1"})
    final: Final[int] = 0
    #@@Param({"1"})
    by_value = -1
    #@@Param({"1", "x"})
    by_texts = None
    #@@Param({"1", "2.5"})
    by_numbers = compute()

#@@Benchmark
def quoted(a: "Data", b: typing.Optional["Data"], c: Data | None): return 1
#@@Benchmark
def unknown(a: Round, b: shapes.Square, c: list[Data]): return 1
