"""The extension in a project of somebody else: links, an inventory, and data that changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

lexbor = pytest.importorskip("selectolax.lexbor")

ROOT = Path(__file__).parents[2]
CONF = """
project = "Mine"
extensions = ["cometrules.sphinx", "myst_parser"]
exclude_patterns = ["_build"]
"""
INDEX = """# Mine

```{toctree}
old
swedish
```

See {rule:cell}`svensk-komet play.order`, {rule:profile}`the old game <old-comet-1718>`
and {rule:dimension}`play.order`.

```{rule:matrix} pots
```

```{rule:command} cometrules profiles
:lines: 2
```
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A copy of the library with its data, that may be changed."""
    copy = tmp_path / "library"
    for name in ("src", "profiles", "schemas"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text(INDEX, encoding="utf-8")
    for page, name in (("old", "old-comet-1718"), ("swedish", "svensk-komet")):
        (folder / f"{page}.md").write_text(f"```{{rule:profile}} {name}\n```\n", encoding="utf-8")
    return folder


def build(library: Path, project: Path) -> str:
    """Build the project with the copy; what Sphinx says."""
    environment = {**os.environ, "PYTHONPATH": str(library / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", ".", "_build"],
        cwd=project, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_another_project_can_use_it_and_be_linked_to(library: Path, project: Path) -> None:
    said = build(library, project)
    page = (project / "_build" / "index.html").read_text(encoding="utf-8")
    assert 'href="swedish.html#play.order"' in page
    assert 'href="old.html#old-comet-1718"' in page and "the old game" in page
    assert "$ cometrules profiles\namerican-commit" in lexbor.LexborHTMLParser(page).text()
    assert "rule-matrix" in page
    assert "rule:dimension reference target not found: play.order" in said  # there is no such page
    from sphinx.util.inventory import InventoryFile

    with (project / "_build" / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, path: path)
    assert "svensk-komet" in inventory["rule:profile"]
    assert "svensk-komet play.order" in inventory["rule:cell"]


def test_a_changed_value_is_shown_by_the_next_build(library: Path, project: Path) -> None:
    build(library, project)
    old, swedish = (project / "_build" / f"{name}.html" for name in ("old", "swedish"))
    before = {page: page.read_text(encoding="utf-8") for page in (old, swedish)}
    profile = library / "profiles" / "svensk-komet.yaml"
    text = profile.read_text(encoding="utf-8")
    assert "unit: marker" in text
    profile.write_text(text.replace("unit: marker", "unit: button"), encoding="utf-8")
    build(library, project)
    assert "button" in swedish.read_text(encoding="utf-8") and "button" not in before[swedish]
    evidence = library / "profiles" / "evidence" / "old-comet-1718.yaml"
    said = evidence.read_text(encoding="utf-8")
    line = next(ln for ln in said.splitlines() if ln.strip().startswith("because:"))
    evidence.write_text(said.replace(line, line + " Lately reconsidered."), encoding="utf-8")
    build(library, project)
    assert "Lately reconsidered." in old.read_text(encoding="utf-8")


def test_a_command_that_fails_stops_the_build(library: Path, project: Path) -> None:
    index = project / "index.md"
    index.write_text("# x\n\n```{rule:command} cometrules explain Q99\n```\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="explain Q99"):
        build(library, project)
    index.write_text(
        "# x\n\n```{rule:command} cometrules explain Q99\n:exit: 2\n```\n", encoding="utf-8"
    )
    build(library, project)
    page = (project / "_build" / "index.html").read_text(encoding="utf-8")
    assert "there is no code" in page and str(project) not in page


def test_a_deal_that_is_not_there_is_said_where_it_is_asked_for(
    library: Path, project: Path
) -> None:
    shutil.copy(ROOT / "docs" / "deals" / "usa.comet.yaml", project / "usa.comet.yaml")
    (project / "bad.comet.yaml").write_text("format: 1\nprofile: nowhere\n", encoding="utf-8")
    asked = [
        ("nowhere.comet.yaml", "", "nowhere.comet.yaml"),
        ("bad.comet.yaml", "", "bad.comet.yaml"),
        ("usa.comet.yaml", ":deal: 2", "there is no deal 2, only 1"),
        ("usa.comet.yaml", ":draw: 3 99", "there is no move 99, only 9"),
        ("usa.comet.yaml", ":moves: 4 12", "there is no move 12, only 9"),
        ("usa.comet.yaml", ":moves: 4", "Invalid option value"),
        ("usa.comet.yaml", ":draw: early", "Invalid option value"),
        ("usa.comet.yaml", ":seat: 2", "there is no seat 2: seats are 0 to 1"),
    ]
    pages = (f"```{{rule:deal}} {file}\n{option}\n```\n" for file, option, _ in asked)
    (project / "index.md").write_text("# x\n\n" + "\n".join(pages), encoding="utf-8")
    said = build(library, project)
    assert "Traceback" not in said
    for _, _, expected in asked:
        assert expected in said, expected


def test_a_changed_record_is_shown_by_the_next_build(library: Path, project: Path) -> None:
    record = project / "usa.comet.yaml"
    shutil.copy(ROOT / "docs" / "deals" / "usa.comet.yaml", record)
    (project / "index.md").write_text(
        "# x\n\n```{rule:deal} usa.comet.yaml\n```\n", encoding="utf-8"
    )
    build(library, project)
    record.write_text(record.read_text("utf-8").replace("[Ada, Bo]", "[Ida, Bo]"), "utf-8")
    build(library, project)
    page = (project / "_build" / "index.html").read_text(encoding="utf-8")
    assert "Ida leads 2♠" in page and "Ada" not in page
