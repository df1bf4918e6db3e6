"""Profiles: the rules of one system as data. Read, checked, completed, found by name."""
