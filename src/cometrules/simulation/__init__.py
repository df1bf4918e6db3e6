"""Many deals or matches: played by policies, as a stream of results and as a summary."""
