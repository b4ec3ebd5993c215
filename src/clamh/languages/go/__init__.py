"""Go: what CLAMH knows of it and how it is built (base.py is the contract)."""
