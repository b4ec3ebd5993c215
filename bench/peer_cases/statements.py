"""The benchmarks of work.py as statements, for timeit and pyperf. The params stand in objects, as CLAMH puts them
there.
"""

SETUP = """\
from work import Numbered, Plain, addPlain, empty, factorialIterative, factorialRecursive, object
plain, state = Plain(), Numbered()
plain.left, plain.right, state.number = 3, 4, 25
"""
STATEMENTS = {
    "empty": "empty()",
    "addPlain": "addPlain(plain)",
    "factorialRecursive": "factorialRecursive(state)",
    "factorialIterative": "factorialIterative(state)",
    "object": "object(plain)",
}
