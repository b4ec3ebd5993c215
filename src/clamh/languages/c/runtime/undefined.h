/* What a wrapper includes after the user's text, whose macros are in force from there on: the registrations that follow need these keywords
 * and names of types as they are. */
#undef char
#undef const
#undef do
#undef double
#undef else
#undef extern
#undef for
#undef if
#undef inline
#undef int
#undef int64_t
#undef long
#undef return
#undef sizeof
#undef static
#undef struct
#undef uint64_t
#undef void
#undef while
