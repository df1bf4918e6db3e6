"""What people read, in one file for each language, and how a value becomes words."""
