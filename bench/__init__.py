"""Timing claims, as ratios within one run: `make bench`."""
