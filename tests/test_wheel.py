"""The wheel, installed into a clean environment away from the repository."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLAY_EVERYTHING = """
import pathlib, sys
import cometrules as cr
assert pathlib.Path(cr.__file__).is_relative_to(sys.prefix), cr.__file__
for name in cr.bundled_profiles():
    players = cr.load_profile(name).players
    for number in range(players.min, players.max + 1):
        state = cr.new_deal(cr.compile_rules(name, number), seed=number)
        while not state.is_over:
            state = cr.step(state, cr.legal_moves(state)[-1])
        cr.score(state)
    assert cr.describe(cr.load_profile(name), "sv")
    assert cr.compare(name, "foster-commit").row("play.order")
    print(name)
text = "format: 1\\nid: own\\ntitle: {en: Own}\\nextends: svensk-komet\\n"
assert cr.validate_profile(text=text, deals=0)
assert cr.validate_profile(text=text + "play: {contine: must}", deals=0).problems[0].code == "S01"
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clean_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment that has the wheel and what it requires."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT))
    run(sys.executable, *build, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=folder)
    return python


def test_plays_every_profile(clean_python: Path, tmp_path: Path) -> None:
    out = run(clean_python, "-c", PLAY_EVERYTHING, cwd=tmp_path)
    assert out.split() == sorted(path.stem for path in (ROOT / "profiles").glob("*.yaml"))


def test_command_is_installed(clean_python: Path, tmp_path: Path) -> None:
    command = clean_python.with_name("cometrules")
    out = run(command, "play", "svensk-komet", "--players", "8", "--seed", "1", cwd=tmp_path)
    assert "(out)" in out


def test_is_typed(clean_python: Path, tmp_path: Path) -> None:
    where = (
        "import cometrules, pathlib; print(pathlib.Path(cometrules.__file__).parent / 'py.typed')"
    )
    assert Path(run(clean_python, "-c", where, cwd=tmp_path).strip()).is_file()
