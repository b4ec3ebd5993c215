"""Programs that are written for another library and bring their own main function: which benchmarks their files
declare, and what completes their build.
"""
