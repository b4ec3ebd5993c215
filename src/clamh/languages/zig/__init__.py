"""Zig: an ahead-of-time language on the native core."""
