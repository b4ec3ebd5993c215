"""JavaScript: Node runs it, with a worker of ours."""
