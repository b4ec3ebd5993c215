"""The settings that make a machine steadier: their values, their changes for a run, and restoring them."""
