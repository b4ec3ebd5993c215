# A benchmark that never comes back: the driver ends it after its timeout, and the row says so.
import time

from transcript import line

#@@State(Scope.Benchmark)
class Road:
    iteration = 0

    #@@Setup(Level.Iteration)
    def enter(self):
        self.iteration += 1
        line("setup Iteration")

#@@Benchmark
def drive(road):
    if road.iteration == 2:
        line("drive fails")
        while road.iteration == 2:
            time.sleep(0.001)  # as long as it likes, but not on a CPU that others need
    line("call drive")
