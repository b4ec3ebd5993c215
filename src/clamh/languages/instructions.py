"""What an instruction of a machine does, from its name and operands: jumps, calls, memory, several elements at once.

Facts only: what the tables do not know counts as nothing. `docs/how-to/explain.md` says what counts as packed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from clamh.model.code import Instruction

# Functions of runtimes that never return: what stands behind such a call is not reached from it. Each has a name that
# its language reserves, so that a user's count_failed or Panicked::add is none of them.
ENDLESS = re.compile(
    r"abort|_Unwind_Resume|(?:std::)?__\w+_fail(?:\(.*)?|__cxa_(?:re)?throw|std::terminate\(\)|"
    r"std::.*\b__throw_\w+\W.*|std::process::abort|core::panicking::.+|"
    r"(?:<?(?:alloc|core|std)::.+::(?:\w+_fail(?:ed)?|panic_\w+|begin_panic|resume_unwind|handle_alloc_error)|"
    r"core::num::\w+_panic)(?:::do_panic|::runtime|::<.+>)*|log\.(?:\(\*Logger\)\.)?Panic(?:f|ln)?|"
    r"runtime\.(?:\w*[pP]anic|morestack)\w*(?:\.abi0)?|(?:builtin|debug)\.\w*[pP]anic.*")
UNKNOWN = "(unknown target)"
Packed = Literal["", "operation", "move"]
_PADDING = re.compile(r"(?:data16|cs |nop|xchg\s+%ax,%ax|endbr64)")
_READS_LAST = re.compile(r"(?:cmp(?!xchg)|test|bt[wlq]?$|push|v?u?comis|v?ptest|i?mul|i?div|prefetch|kortest|"
                         r"f(?:b?ld|i?(?:ld|add|sub|mul|div|com)))")  # those with f are x87's
_CHANGES_LAST = re.compile(r"(?:add|sub|adc|sbb|inc|dec|neg|not|and|or|xor|sh[lr]|sa[lr]|ro[lr]|xadd|xchg|"
                           r"cmpxchg|bt[crs])")
_SINGLE_TOO = re.compile(  # compilers use them for single numbers
    r"mov|unpck|shuf|insert|extract|broadcast|perm|blend|cvtps2pd|cvtpd2ps|p(?:ins|ext)r|punpck|pshuf|pbroadcast|"
    r"pblend|(?:andn?|x?or)p[sd]$|p(?:andn?|x?or)[dq]?$|p?ternlog|pmovmsk|prefetch|popcnt|push")
_MOVES = re.compile(r"(?:mov[au]p[sd]|movdq[au]\d*|lddqu|movnt(?:p[sd]|dqa?)|maskmov\w+)")


def find_packed(name: str, memory: bool, stack: bool) -> Packed:
    """Whether an x86-64 instruction with a vector register works on several elements, by its name in small letters.

    Compilers use bitwise instructions and shuffles for single numbers too, so they do not count. A move counts where it
    reads or writes memory other than the stack.
    """
    word = name.removeprefix("v")
    if _MOVES.fullmatch(word):
        return "move" if memory and not stack else ""
    works = not _SINGLE_TOO.match(word) and re.match(r"p[a-z]|.*p[sdh]$|cvt.*p[sd]2", word)
    return "operation" if works else ""


def split_operands(text: str) -> list[str]:
    """The operands of an instruction; a memory operand is a single operand with its commas."""
    return [part.strip() for part in re.split(r",(?![^(\[]*[)\]])", text) if part.strip()]


def find_memory(name: str, operands: Sequence[str], is_memory: Sequence[bool]) -> tuple[bool, bool]:
    """Whether an x86-64 instruction loads and stores; its destination is the last operand."""
    if name.startswith(("lea", "nop")) or not operands:
        return False, False
    loads, stores = any(is_memory[:-1]), False
    if is_memory[-1]:
        reads = _READS_LAST.match(name) is not None
        loads = loads or reads or _CHANGES_LAST.match(name) is not None
        stores = not reads
    return loads or name.startswith("pop") and name != "popcnt", stores or name.startswith("push")


def describe_x86_64(address: int, text: str) -> Instruction:
    """An instruction as GNU objdump prints it, in AT&T syntax."""
    code, _, comment = text.partition(" # ")
    code = re.sub(r"^(?:addr32|bnd|notrack|rep\w*|lock)\s+", "", code)
    name, _, rest = code.strip().partition(" ")
    if _PADDING.match(code):
        return Instruction(address=address, text=text, padding=True)
    if name.startswith("j"):
        return _jump(address, text, name.startswith("jmp"), rest, comment)
    if name.startswith("call"):
        called = _name_target(rest, comment)
        memory = re.match(r"\*.*\(", rest.strip()) is not None
        return make_call(address, text, called, memory)
    operands = split_operands(re.sub(r"<.*>", "", rest))
    memory_operands = [re.search(r"(?<!%st)\(.*\)|^%[f-g]s:", operand) is not None for operand in operands]
    loads, stores = find_memory(name, operands, memory_operands)
    vector = re.search(r"%[xyz]mm", rest) is not None
    stack = re.search(r"\(%r[sb]p", rest) is not None
    return Instruction(address=address, text=text, ends=name.startswith(("ret", "ud2", "hlt")), loads=loads,
                       stores=stores, packed=find_packed(name, any(memory_operands), stack) if vector else "")


def _jump(address: int, text: str, always: bool, rest: str, comment: str) -> Instruction:
    target = re.match(r"\s*(?:0x)?([0-9a-f]+)\b", rest)
    if always and target and re.search(r"<[^>]*>$", rest.strip()) and not re.search(r"\+0x[0-9a-f]+>$", rest.strip()):
        return Instruction(address=address, text=text, jumps_to=int(target[1], 16), ends=True,
                           calls=_name_target(rest, comment))  # the start of a function: a call that returns for this
    if target:
        return Instruction(address=address, text=text, jumps_to=int(target[1], 16), ends=always)
    return Instruction(address=address, text=text, calls=_name_target(rest, comment), ends=True,
                       loads="(" in rest)


def _name_target(rest: str, comment: str) -> str:
    """The name of a called function, without the mark of the table that links it."""
    named = re.search(r"<(.+)>\s*$", rest if "<" in rest else comment)
    if named is None:
        return UNKNOWN
    return re.sub(r"@plt$|@@?[A-Z]\w*[\d.]*(?:-0x[0-9a-f]+|\+0x[0-9a-f]+)?$|\+0x[0-9a-f]+$", "", named[1])


def make_call(address: int, text: str, called: str, loads: bool = False) -> Instruction:
    """A call; of a function that never returns the name is left out, since no loop calls it."""
    ends = is_endless(called)
    return Instruction(address=address, text=text, calls="" if ends else called, ends=ends, loads=loads)


def is_endless(called: str) -> bool:
    """Whether a function of this name never returns, as far as its name says."""
    return ENDLESS.fullmatch(called) is not None


_ARM_LOADS = re.compile(r"ld\w+|swp\w*|cas\w*")
_ARM_STORES = re.compile(r"st\w+|swp\w*|cas\w*")


def describe_arm64(address: int, text: str) -> Instruction:
    """An instruction of AArch64 as objdump prints it."""
    code, _, _ = text.partition(" // ")
    name, _, rest = code.strip().partition("\t" if "\t" in code else " ")
    rest = rest.strip()
    if name == "nop":
        return Instruction(address=address, text=text, padding=True)
    target = re.search(r"(?:^|,\s*)([0-9a-f]+) <", rest)
    if name in ("bl", "blr"):
        called = _name_target(rest, "")
        return make_call(address, text, called)
    if name == "b" or re.match(r"b\.\w+|cbn?z|tbn?z", name):
        inside = target and (name != "b" or re.search(r"\+0x[0-9a-f]+>$", rest))
        return Instruction(address=address, text=text, jumps_to=int(target[1], 16) if target else None,
                           ends=name == "b", calls="" if inside else _name_target(rest, ""))
    return Instruction(address=address, text=text, ends=name in ("ret", "br", "udf", "brk"),
                       calls=UNKNOWN if name == "br" else "", loads=_ARM_LOADS.fullmatch(name) is not None,
                       stores=_ARM_STORES.fullmatch(name) is not None,
                       packed=_find_packed_arm(name, rest))


def _find_packed_arm(name: str, rest: str) -> Packed:
    if not re.search(r"\bv\d+\.(?:2|4|8|16)[bhsd]\b|\bq\d+\b", rest) or name.startswith(("mov", "dup", "ins", "umov")):
        return ""
    return "operation" if not name.startswith(("ld", "st")) else "" if "[sp" in rest else "move"
