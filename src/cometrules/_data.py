"""Where the bundled profiles and schemas lie: in the wheel, or beside `src` in a checkout."""

from __future__ import annotations

from pathlib import Path

__all__ = ["data_folder"]


def data_folder(name: str) -> Path:
    """The folder of bundled data called `name` (``"profiles"`` or ``"schemas"``)."""
    package = Path(__file__).parent
    shipped = package / "_data" / name
    return shipped if shipped.is_dir() else package.parent.parent / name
