"""Rust: an ahead-of-time language with a worker of ours."""
