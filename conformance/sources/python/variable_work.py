# Is what an invocation gives to Operations what it is counted as, whatever batch size and operations per invocation
# say?
from transcript import line

#@@State(Scope.Thread)
class Shop:
    sold = 0

#@@Benchmark
#@@OperationsPerInvocation(100)
def sell(shop, operations):
    shop.sold += 1
    operations.add(shop.sold)
    line(f"call sell {shop.sold}")
