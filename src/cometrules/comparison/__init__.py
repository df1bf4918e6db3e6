"""Profiles side by side, and the ways to write that down."""
