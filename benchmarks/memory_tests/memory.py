# Streams and random walks through 32 KiB to 128 MiB: what each level of the memory hierarchy costs.
from array import array

LINE = 16  # cells in a cache line of 64 bytes
CHUNK = 8192  # cells of a stream: 32 KiB
STEPS = 4050
COLD_STEPS = 500


# An array in which the first cell of each line holds the place of the next line of one cycle through all
# lines. Some numbers beside them make sums differ.
#@@State(Scope.Thread)
class Cells:
    #@@Param(value = {"32768", "262144", "2097152", "16777216", "134217728"}, units = 1024)
    size: int = 0  # in bytes; a power of two

    #@@Setup
    def fill(self):
        lines = self.size // (4 * LINE)
        self.cells = memoryview(array("i", bytes(self.size)))
        self.cells[::LINE] = memoryview(
            array("i", [(line * 1664525 + 1013904223) % lines * LINE for line in range(lines)]))
        self.cells[1::LINE] = memoryview(array("i", [line * line % 1009 for line in range(lines)]))
        self.position = 0  # where the last invocation stopped
        self.draw = self.size  # the last number of a sequence


# Bytes that push the cells out of the caches, where these are smaller.
#@@State(Scope.Thread)
class Flush:
    #@@Param(value = {"67108864"}, units = 1024)
    flush: int = 0  # in bytes

    #@@Setup
    def fill(self):
        self.bytes = b"\1" * self.flush

    #@@Setup(Level.Invocation)
    def read_all(self):
        self.sum = sum(self.bytes[::64])


# As a signed number of 32 bits, as the other languages have it.
def signed(number):
    return (number + 0x80000000 & 0xFFFFFFFF) - 0x80000000


def following(draw):
    return draw * 1664525 + 1013904223 & 0xFFFFFFFF


#@@Benchmark
#@@OperationsPerInvocation(8192)
def stream_read(state: Cells):
    first = state.position
    end = first + CHUNK
    total = 0
    for cell in state.cells[first:end]:
        total += cell
    state.position = end & (state.size // 4 - 1)
    return signed(total)


#@@Benchmark
#@@OperationsPerInvocation(8192)
def stream_write(state: Cells):
    cells, first = state.cells, state.position
    end = first + CHUNK
    state.draw = following(state.draw)
    number = signed(state.draw)
    for at in range(first, end):
        cells[at] = number ^ at
    state.position = end & (state.size // 4 - 1)
    return cells[end - 1]


# From the lower half of the array to the upper one.
#@@Benchmark
#@@OperationsPerInvocation(4096)
def stream_copy(state: Cells):
    cells, first, half = state.cells, state.position, state.size // 8
    state.draw = following(state.draw)
    cells[first] = signed(state.draw)
    cells[half + first:half + first + CHUNK // 2] = cells[first:first + CHUNK // 2]
    state.position = (first + CHUNK // 2) & (half - 1)
    return cells[half + first]


# Each load needs the one before it: the latency.
#@@Benchmark
#@@OperationsPerInvocation(4050)
def random_walk(state: Cells):
    cells, at = state.cells, state.position
    for _ in range(STEPS):
        at = cells[at]
    state.position = at
    return at


# The places are computed, not loaded: many loads are under way at once.
#@@Benchmark
#@@OperationsPerInvocation(4050)
def random_reads(state: Cells):
    cells, draw = state.cells, state.draw
    lines = state.size // (4 * LINE)
    total = 0
    for _ in range(STEPS):
        draw = following(draw)
        total += cells[(draw >> 8 & lines - 1) * LINE]
    state.draw = draw
    return signed(total)


#@@Benchmark
#@@OperationsPerInvocation(8192)
def stream_read_flushed(state: Cells, flush: Flush):
    first = state.position
    end = first + CHUNK
    total = 0
    for cell in state.cells[first:end]:
        total += cell
    state.position = end & (state.size // 4 - 1)
    return signed(total)


#@@Benchmark
#@@OperationsPerInvocation(500)
def random_walk_flushed(state: Cells, flush: Flush):
    cells, at = state.cells, state.position
    for _ in range(COLD_STEPS):
        at = cells[at]
    state.position = at
    return at
