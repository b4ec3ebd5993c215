"""A docstring with @Benchmark in it,
and #@@Benchmark at the start of
#@@Benchmark
a line."""
text = "@Benchmark #@@Benchmark"
other = '#@@Benchmark'
raw = r"\"#@@Benchmark"
def one(): return 1
bytes_ = rb'\'  # a raw string cannot end in one backslash: this quote is escaped'
formatted = f"{text!r:>{len('@State')}} #@@Benchmark"
triple = '''
@Benchmark
"""
def two(): return 2
'''
#@@Benchmark
def three(): return f"""{"@Benchmark"}"""
