"""What of a machine could be steadier: what each setting is, its change for one run, and the way back."""
