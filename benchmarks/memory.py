"""Memory over a million simulated deals: it should level off."""

from __future__ import annotations

import argparse
import resource

import cometrules as cr


def main() -> None:
    """Print the largest resident size after each tenth of the deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--profile", default="two-pack-comet")
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    rules = cr.compile_rules(options.profile, options.players)
    for result in cr.simulate(rules, deals=options.deals, seed=1):
        if result.number % (options.deals // 10) == 0:
            size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{result.number:>9} deals {size:>5} MiB", flush=True)


if __name__ == "__main__":
    main()
