# A benchmark that prints, words of the protocol among them, disturbs nothing, and what it prints is kept.
import sys

from transcript import line

#@@State(Scope.Benchmark)
class Radio:
    #@@Setup(Level.Trial)
    def on(self):
        line("setup")
        print('{"event":"opened","case":"c1","layout":{},"warnings":[]}')
        print('{"event":"bye"}', file=sys.stderr)

    #@@TearDown(Level.Trial)
    def off(self):
        line("teardown")
        sys.stdout.write("no end of line")

#@@Benchmark
def play(radio):
    line("call play")
    print('la\0la\r{"event":"closed"}')
