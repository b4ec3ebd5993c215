# Does Control say in the measured calls that the measurement has begun and is not over, in every iteration anew?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    #@@TearDown(Level.Iteration)
    def shut(self):
        line("teardown Iteration")

#@@Benchmark
def sell(shop, control):
    line(f"call sell {str(control.startMeasurement).lower()} {str(control.stopMeasurement).lower()}")
