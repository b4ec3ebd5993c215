"""Java: JMH 1.37, driven one iteration at a time."""
