"""Runs on the nodes of a cluster: what is submitted, what became of it, and the folder that holds both."""
