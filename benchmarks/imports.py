"""What importing and loading cost, each in fresh interpreters, by turns."""

from __future__ import annotations

import statistics
import subprocess
import sys

TIMED = "import time; t = time.perf_counter(); {}; print(time.perf_counter() - t)"
LOAD = (
    "import yaml, jsonschema, time, cometrules as cr; cr.load_profile; t = time.perf_counter(); "
    "cr.load_profile('foster-commit'); print(time.perf_counter() - t)"
)
CODE = {
    "empty": "import time; t = time.perf_counter(); print(time.perf_counter() - t)",
    "attrs": TIMED.format("import attrs"),
    "cometrules": TIMED.format("import cometrules"),
    "load a profile": LOAD,
}
HEAVY_NAMES = ("yaml", "jsonschema", "click", "rich")
HEAVY = f"import sys, cometrules; print([m for m in {HEAVY_NAMES} if m in sys.modules])"


def seconds(code: str) -> float:
    """What the code says it took, in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print medians in milliseconds, and the ratio of the imports."""
    runs: dict[str, list[float]] = {name: [] for name in CODE}
    for _ in range(25):
        for name, code in CODE.items():
            runs[name].append(seconds(code) * 1000)
    medians = {name: statistics.median(values) for name, values in runs.items()}
    for name, median in medians.items():
        print(f"{name:<16}{median:>8.1f} ms")
    above = {name: medians[name] - medians["empty"] for name in ("attrs", "cometrules")}
    print(f"import cometrules / import attrs: {above['cometrules'] / above['attrs']:.2f}")
    done = subprocess.run([sys.executable, "-c", HEAVY], capture_output=True, text=True, check=True)
    print(f"heavy modules that came along: {done.stdout.strip()}")


if __name__ == "__main__":
    main()
