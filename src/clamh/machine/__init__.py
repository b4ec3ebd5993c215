"""The machine that measures: its CPUs and control groups, its lock, its settings, its noise."""
