"""Tier `live`: sides that take turns, six of them in one run, so that a run holds fifteen comparisons."""
