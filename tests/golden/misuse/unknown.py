from lib import Setup
@Benchmrk
def typo(): return 1
#@@Banchmark
def marked(): return 1
#@@Xyzzy(1, "two")
def nothing_like_it(): return 1
#@@benchmark
def lower_case(): return 1
#@@Benchmark
def fine(): return 1
@Setup
def foreign(): pass
