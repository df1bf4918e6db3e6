"""What checking costs: the command from start to exit, a warm call, and hostile files."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cometrules import load_profile, validate_profile
from cometrules.cli.drafting import draft


def hostile() -> dict[str, str]:
    """Texts made to take long: aliases that multiply, depth, size."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]" for n in range(1, 9)]
    return {
        "aliases": "\n".join(lines),
        "depth": "a: " + "[" * 5000 + "]" * 5000,
        "size": "a: " + "x" * 10_000_000,
        "many keys": "\n".join(f"key{n}: 1" for n in range(4000)),
    }


def seconds(call: Callable[[], object], runs: int) -> float:
    """The median of some runs."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main() -> None:
    """Print medians in milliseconds."""
    text = "\n".join(draft("bench", load_profile("svensk-komet")).splitlines()[:150]) + "\n"
    assert validate_profile(text=text, deals=0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.yaml"
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "cometrules", "validate", "--no-play", str(file)]
        whole = seconds(lambda: subprocess.run(command, check=True, capture_output=True), 9)
        empty = seconds(lambda: subprocess.run([sys.executable, "-c", ""], check=True), 9)
    print(f"{'command, --no-play':<24}{whole * 1000:>8.0f} ms")
    print(f"{'an empty interpreter':<24}{empty * 1000:>8.0f} ms")
    warm = seconds(lambda: validate_profile(text=text, deals=0), 30)
    print(f"{'warm, deals=0':<24}{warm * 1000:>8.1f} ms")
    for name, content in hostile().items():
        taken = seconds(lambda content=content: validate_profile(text=content), 3)
        print(f"{'hostile: ' + name:<24}{taken * 1000:>8.1f} ms")


if __name__ == "__main__":
    main()
