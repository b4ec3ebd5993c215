# -*- coding: latin-1 -*-
name = "café"
#@@Benchmark
def one(): return 1
#@@State(Scope.Thread)
class Café: pass
