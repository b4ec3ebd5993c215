# Each call does as much as it finds: the search says how many numbers it looked at, and the score is per number looked at, not per call.


#@@State(Scope.Thread)
#@@StateLabel("hay")
class Haystack:
    def __init__(self):
        self.numbers = [0] * 4096
        self.next = 1


#@@Benchmark
def look_for(hay, operations):
    hay.next = hay.next * 1664525 + 1013904223 & 0xFFFFFFFF
    wanted = hay.next >> 20
    hay.numbers[wanted] = 1
    at = 0
    while hay.numbers[at] == 0:
        at += 1
    hay.numbers[at] = 0
    operations.add(at + 1)
    return at
