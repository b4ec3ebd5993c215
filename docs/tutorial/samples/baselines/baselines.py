# A baseline that the others are compared with, and a bound that none of them may beat: to change every byte costs no less than to copy
# it. first_word stops at the first blank, a mistake that its time alone would make look like a success: `beats-bound`.


#@@State(Scope.Thread)
#@@StateLabel("text")
class Text:
    #@@Setup
    def make(self):
        self.read = b"what is read is not what is written, " * 100
        self.written = bytearray(len(self.read))
        self.upper = bytes(c - 32 if 97 <= c <= 122 else c for c in range(256))


#@@Benchmark(baseline = Baseline.BOUND)
def copy(text):
    for at, c in enumerate(text.read):
        text.written[at] = c
    return text.written


#@@Benchmark(baseline = true)
def by_branch(text):
    for at, c in enumerate(text.read):
        text.written[at] = c - 32 if 97 <= c <= 122 else c
    return text.written


#@@Benchmark
def by_table(text):
    for at, c in enumerate(text.read):
        text.written[at] = text.upper[c]
    return text.written


#@@Benchmark
def first_word(text):
    for at, c in enumerate(text.read):
        if c == 32:
            break
        text.written[at] = text.upper[c]
    return text.written
