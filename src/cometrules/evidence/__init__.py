"""On whose word: sources, the dimensions of the rules, and what supports each value."""
