from other import Setup, Param
@Setup
def fixture(): pass
@Param("x")
class A:
    @State
    def b(self): pass
