"""CLAMH: the Cross-Language Microbenchmark Harness."""

__version__ = "0.1.0"
