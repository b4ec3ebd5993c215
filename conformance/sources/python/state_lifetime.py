# Is a state of either scope one object through all iterations of a fork, and a new one in the next fork?
from transcript import line

#@@State(Scope.Benchmark)
class Shop:
    sold = 0

#@@State(Scope.Thread)
class Seller:
    sold = 0

#@@Benchmark
def sell(shop, seller):
    shop.sold += 1
    seller.sold += 1
    line(f"call sell shop={shop.sold} seller={seller.sold}")
