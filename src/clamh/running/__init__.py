"""From artifacts to a results file: describe, plan, execute, and the worker processes that measure."""
