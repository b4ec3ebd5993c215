"""The nouns that stages pass on: frozen data, and small functions of that data alone."""
