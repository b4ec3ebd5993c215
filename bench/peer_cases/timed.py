"""`python timed.py NAME MS PARTS`: the statement under timeit, MS of warmup, then the ns of a call in each part, as
JSON.
"""

import json
import sys
import timeit

from statements import SETUP, STATEMENTS

name, ms, parts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
timer = timeit.Timer(STATEMENTS[name], setup=SETUP)
part_s = ms / 1000 / parts
number = 1
while (took := timer.timeit(number)) < part_s:
    number = max(2 * number, int(number * part_s / max(took, 1e-9) / 2))
# The shortest says how long a part is where others run too: a turn that was kept waiting would make it so short that
# the median leaves all waiting out, which ours has in it.
number = max(round(number * part_s / min(timer.repeat(parts, number))), 1)
print(json.dumps([took / number * 1e9 for took in timer.repeat(parts, number)]))
