#@@State(Scope.Thread)
class Größe:
    #@@Param({"ä, ö", "日本"})
    наименование: str = ""
#@@Benchmark
def 数える(größe): return größe.наименование
#@@Benchmark
def naïve(): return "é"
