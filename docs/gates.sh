#!/usr/bin/env bash
# The gates of the site: strict builds, examples, links, and what is shown against the data.
# Usage: docs/gates.sh PYTHON [--browser], with the Python of an environment to install into;
# with --browser the pages are opened in Debian's Chromium too, which takes some minutes more.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-.venv/bin/python}
tests=(tests/site --ignore=tests/site/test_browser.py)

"$python" -m pip install -q -e '.[site]'

if [ "${2:-}" = --browser ]; then
    tests=(tests/site)
    if ! command -v chromium >/dev/null; then
        echo "== Chromium is not here: installing Debian's"
        if ! { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] \
                && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }; then
            echo "== Chromium could not be installed (it takes root and Debian's packages)" >&2
            [ "${CI:-}" != true ] || exit 1
        fi
    fi
fi

"$python" docs/build.py --strict
COMETRULES_SITE=docs/_build/html "$python" -m pytest -q -n auto --dist loadgroup "${tests[@]}"
echo "== the gates of the site: all passed"
