"""What pytest must not collect: the Sphinx extension, where Sphinx is not installed."""

from __future__ import annotations

import importlib.util

collect_ignore = [] if importlib.util.find_spec("sphinx") else ["src/cometrules/sphinx"]
