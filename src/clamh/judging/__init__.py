"""What summarise.py judges with: failures in words, a row's reference, the doubts about a result."""
