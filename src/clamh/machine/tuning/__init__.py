"""The settings that make a machine steadier: their values, their changes for one run, and restoring them."""
