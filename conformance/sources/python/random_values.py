# Does Random give the same values in every language for the same seed, on from a fixture to the benchmark?
import struct

from transcript import line

#@@State(Scope.Thread)
class Urn:
    #@@Setup
    def fill(self, random):
        line(f"setup long={random.nextLong()} int={random.nextInt()} of1000={random.nextInt(1000)} "
             f"of10^12={random.nextLong(1000000000000)} boolean={str(random.nextBoolean()).lower()} "
             f"double={struct.pack('>d', random.nextDouble()).hex()}")

#@@Benchmark
def draw(urn, random):
    line(f"call int={random.nextInt()}")
