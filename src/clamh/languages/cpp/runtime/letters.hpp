// Flags may define what our headers call template parameters (-DT=float): these macros are put aside until letters_end.hpp.
#pragma push_macro("C")
#pragma push_macro("F")
#pragma push_macro("N")
#pragma push_macro("P")
#pragma push_macro("R")
#pragma push_macro("S")
#pragma push_macro("T")
#undef C
#undef F
#undef N
#undef P
#undef R
#undef S
#undef T
