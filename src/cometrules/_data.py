"""Where the bundled data lies: in the wheel, or beside `src` in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

__all__ = ["bundled_yaml", "data_folder"]


def data_folder(name: str) -> Path:
    """The folder of bundled data called `name` (``"profiles"`` or ``"schemas"``)."""
    package = Path(__file__).parent
    shipped = package / "_data" / name
    return shipped if shipped.is_dir() else package.parent.parent / name


def bundled_yaml(name: str) -> Any:
    """A bundled file under `profiles`, whose form the tests have checked, as plain data."""
    return trusted_yaml(data_folder("profiles") / name)


def trusted_yaml(path: Path) -> Any:
    """A YAML file of our own; by the C parser where there is one, which is ten times as fast."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), loader)
