"""The nouns of explain: the emitted code of a benchmark's functions, and the facts that can be read from it."""

from __future__ import annotations

from typing import Literal

from clamh.model.noun import Noun
from clamh.model.sources import Location


class Target(Noun):
    """The function of a benchmark whose code is read: the `place`-th of a group, else `place` is None.

    `callee` is its name in the source, of a group's function without its class. `number` is that of the benchmark in
    the catalog, `function` that of the function among those of all benchmarks. `files` are the user's files in the
    artifact, with their numbers of lines. `arguments` are the words of a command line that choose the benchmark and its
    params, for a language whose code exists only while it runs.
    """

    number: int
    name: str
    callee: str
    location: Location
    files: dict[str, int]
    function: int = 0
    place: int | None = None
    arguments: tuple[str, ...] = ()


class Instruction(Noun):
    """One instruction: its text, its line in a file, and what is known of it.

    `file` is a path of the target's `files`, or the name of another file. `jumps_to` is the address of a jump inside
    the function. `ends`: the next instruction does not follow it. `calls` is the name of the called function, if it
    returns. `packed`: it works on several elements at once (SIMD), or moves them from or to memory. `padding`: it does
    nothing. `own`: the line is in a file of the user.
    """

    address: int
    text: str
    file: str = ""
    line: int = 0
    own: bool = False
    jumps_to: int | None = None
    ends: bool = False
    calls: str = ""
    packed: Literal["", "operation", "move"] = ""
    loads: bool = False
    stores: bool = False
    padding: bool = False


class Function(Noun):
    """The code of one function."""

    name: str
    instructions: tuple[Instruction, ...]


class Code(Noun):
    """The code of a target on one platform: first the function that holds the measured loop, if `measured`, then
    functions of the user that it calls.

    `kind` says what the instructions are, such as x86-64 machine code. `machine`: they are a machine's, so that packed
    instructions, loads and stores are known. `notes` are further facts about the listing.
    """

    kind: str
    functions: tuple[Function, ...]
    machine: bool = True
    measured: bool = True
    notes: tuple[str, ...] = ()


class Loop(Noun):
    """A loop of a function: its instructions without padding, and its depth, 0 for an outermost loop.

    A whole function is counted as a loop that starts at its first instruction, at depth -1.
    """

    header: int
    depth: int
    instructions: tuple[Instruction, ...]
    innermost: bool = True

    @property
    def calls(self) -> tuple[str, ...]:
        """The names of the functions that it calls, each once."""
        return tuple(dict.fromkeys(instruction.calls for instruction in self.instructions if instruction.calls))

    @property
    def branches(self) -> int:
        """Its conditional jumps, with the one that repeats it."""
        return sum(instruction.jumps_to is not None and not instruction.ends for instruction in self.instructions)

    @property
    def packed(self) -> int:
        """Its instructions that work on several elements."""
        return sum(instruction.packed == "operation" for instruction in self.instructions)

    @property
    def packed_moves(self) -> int:
        """Its instructions that move several elements from or to memory."""
        return sum(instruction.packed == "move" for instruction in self.instructions)

    @property
    def loads(self) -> int:
        """Its instructions that read memory."""
        return sum(instruction.loads for instruction in self.instructions)

    @property
    def stores(self) -> int:
        """Its instructions that write memory."""
        return sum(instruction.stores for instruction in self.instructions)

    @property
    def file(self) -> str:
        """The file of its first line of the user, "" without lines."""
        return next((instruction.file for instruction in self.instructions if instruction.own), "")

    @property
    def lines(self) -> tuple[int, ...]:
        """The first and the last line of `file` in it; () without lines."""
        file = self.file
        known = [instruction.line for instruction in self.instructions if instruction.own and instruction.file == file]
        return (min(known), max(known)) if known else ()
