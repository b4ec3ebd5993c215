"""`python -m fuzz.engine SECONDS FOLDER LAW …`: mutates each law's seeds until one breaks it or its time is over.

atheris (libFuzzer) follows which lines of ours an input reaches; where it has no wheel, the same seeds and words are
mutated blindly. Each law has a process of its own, since a crash of it or an endless input must not end the others: a child of one in
which all is imported, as atheris takes two seconds to instrument it. The input that breaks the law is left in FOLDER/LAW/crash-*,
what was printed in FOLDER/LAW/output. For each law a line says its name and the exit code, which is then not 0.
"""

from __future__ import annotations

import contextlib
import faulthandler
import hashlib
import importlib
import os
import random
import sys
import time
import traceback
from pathlib import Path

try:
    import atheris
except ImportError:  # no wheel for this machine
    atheris = None

INPUT_S = 25  # one input may take no longer: a pattern that goes back and forth for ever is a find too
MAX_BYTES = 8_000


def main(names: list[str], seconds: int, folder: Path) -> None:
    """Mutates for `seconds` a law, one after the other; their folders in `folder` get the corpus and the crash."""
    with atheris.instrument_imports(include=["clamh", "lark"]) if atheris else contextlib.nullcontext():
        importlib.import_module("fuzz.laws")
        importlib.import_module("fuzz.seeds")
    for name in names:
        own = folder / name
        own.mkdir(parents=True, exist_ok=True)
        if not (child := os.fork()):
            output = os.open(own / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            sys.exit((_blindly if atheris is None else _guided)(name, seconds, own))
        print(name, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _guided(law: str, seconds: int, folder: Path) -> None:
    from fuzz.laws import laws
    from fuzz.seeds import seeds, words

    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for seed in seeds(law):
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed[:MAX_BYTES])
    dictionary = folder / "words"
    dictionary.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in word) + '"\n' for word in words(law)))
    atheris.Setup([
        "fuzz", str(corpus), f"-dict={dictionary}", f"-artifact_prefix={folder}/", f"-max_total_time={seconds}",
        f"-timeout={INPUT_S}", "-rss_limit_mb=2000", f"-max_len={MAX_BYTES}", "-verbosity=0", "-print_final_stats=1",
    ], laws()[law])
    atheris.Fuzz()


def _blindly(law: str, seconds: int, folder: Path) -> None:
    from fuzz.laws import laws
    from fuzz.seeds import seeds, words

    check, begin, vocabulary = laws()[law], seeds(law), words(law)
    chance = random.Random(time.time_ns())
    end, count = time.monotonic() + seconds, 0
    current = folder / "crash-timeout"
    while time.monotonic() < end:
        data = mutated(chance, begin, vocabulary)
        current.write_bytes(data)
        faulthandler.dump_traceback_later(INPUT_S, exit=True)
        try:
            check(data)
        except BaseException:
            traceback.print_exc()
            current.rename(folder / f"crash-{hashlib.sha256(data).hexdigest()}")
            sys.exit(1)
        count += 1
    faulthandler.cancel_dump_traceback_later()
    current.unlink()
    print(f"stat::number_of_executed_units: {count}", file=sys.stderr)


def mutated(chance: random.Random, begin: list[bytes], vocabulary: list[bytes]) -> bytes:
    """A seed with some of its bytes cut out, doubled, replaced by a word, by noise or by a piece of another seed."""
    text = chance.choice(begin)
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 0, 1, 4, 40)))
        other = chance.choice(begin)
        piece = chance.randint(0, len(other))
        text = text[:start] + chance.choice((
            b"", text[start:end] * 2, chance.choice(vocabulary), chance.randbytes(3), other[piece:piece + 30],
        )) + text[end:]
    return text[:MAX_BYTES]


if __name__ == "__main__":
    main(sys.argv[3:], int(sys.argv[1]), Path(sys.argv[2]))
