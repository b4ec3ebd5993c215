"""What the languages C and C++ share: macros and conditions, declarators, the copy of a source, compilers, and the
steps of a build.
"""
