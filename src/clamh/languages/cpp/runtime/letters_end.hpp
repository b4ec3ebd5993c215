// The macros that letters.hpp has put aside.
#pragma pop_macro("C")
#pragma pop_macro("F")
#pragma pop_macro("N")
#pragma pop_macro("P")
#pragma pop_macro("R")
#pragma pop_macro("S")
#pragma pop_macro("T")
