# Do names and param values beyond ASCII reach the state and the results as they are?
from transcript import line

#@@State(Scope.Benchmark)
class Gruß:
    #@@Param({"ναί 😀", "\"100 %\" \\ 'x'"})
    wort = ""

#@@Benchmark
def grüßen(gruß):
    line(f"call grüßen {gruß.wort}")
