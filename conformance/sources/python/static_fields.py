# Does every case begin with static fields as the source initialises them, whatever ran before?
from transcript import line

calls = 5

#@@Benchmark
def buy():
    global calls
    calls += 1
    line(f"call buy {calls}")

#@@Benchmark
def sell():
    global calls
    calls += 1
    line(f"call sell {calls}")
