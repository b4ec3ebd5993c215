# The least there is: one function and one annotation. It does nothing, so its score is what CLAMH itself costs: the loop's turn,
# and the call of a Python function. The report marks it: see "floor" in docs/reference/report.md.


#@@Benchmark
def do_nothing():
    pass
