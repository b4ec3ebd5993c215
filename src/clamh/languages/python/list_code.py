"""Prints as JSON the bytecode of a function: ARTIFACT FILE NAME LINE. The platform's own interpreter runs it."""

import ast
import dis
import json
import os
import sys
import zipfile

ENDS = ("RETURN", "RAISE", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_ABSOLUTE", "JUMP_NO_INTERRUPT")


def find_code(code, name, line):
    """The code of the function of that name nearest to the line, or None."""
    candidates, waiting = [], [code]
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if hasattr(constant, "co_code")]
        if code.co_name == name:
            candidates.append(code)
    return min(candidates, key=lambda found: abs(found.co_firstlineno - line), default=None)


def name_calls(tree):
    """By the extent of each call, the text of what is called."""
    return {(call.lineno, call.col_offset, call.end_lineno, call.end_col_offset): ast.unparse(call.func)
            for call in ast.walk(tree) if isinstance(call, ast.Call)}


def list_instructions(code, names):
    """[offset, text, line, target of a jump, whether the next instruction does not follow, what is called]."""
    lines, line = dict(dis.findlinestarts(code)), 0
    for instruction in dis.get_instructions(code):
        line = lines.get(instruction.offset) or line
        jumps = instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs
        shown = instruction.argrepr or (f"to {instruction.argval}" if jumps else "")
        positions = getattr(instruction, "positions", None)
        calls = ""
        if instruction.opname.startswith("CALL") and "INTRINSIC" not in instruction.opname:
            calls = names.get(tuple(positions[place] for place in (0, 2, 1, 3)) if positions else None, "(a call)")
        yield [instruction.offset, f"{instruction.opname} {shown}".strip(), line,
               instruction.argval if jumps else None, instruction.opname.startswith(ENDS), calls]


def read_text(artifact, path):
    """The text that the artifact has of a file, without plain annotations; that of the file if it is elsewhere."""
    with zipfile.ZipFile(artifact) as archive:
        facts = json.loads(archive.read("artifact.json"))
    for file in facts["files"]:
        if os.path.normpath(os.path.join(facts["folder"], file["name"])) == os.path.abspath(path):
            return file["text"]
    with open(path, "rb") as source:
        return source.read()


def main():
    """Exit code 3: the file has no such function."""
    artifact, path, name, line = *sys.argv[1:4], int(sys.argv[4])
    text = read_text(artifact, path)
    code = find_code(compile(text, path, "exec", dont_inherit=True), name, line)
    if code is None:
        sys.exit(3)
    print(json.dumps(list(list_instructions(code, name_calls(ast.parse(text))))))


if __name__ == "__main__":
    main()
