#!/usr/bin/env bash
# The gates of the site: strict builds, examples, links, what is shown against the data, a browser.
# Usage: docs/gates.sh [PYTHON of an environment that may be installed into]
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-.venv/bin/python}

"$python" -m pip install -q -e '.[site]'

if ! command -v chromium >/dev/null; then
    echo "== Chromium is not here: installing Debian's"
    if ! { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] \
            && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }; then
        echo "== Chromium could not be installed (it takes root and Debian's packages)" >&2
        [ "${CI:-}" != true ] || exit 1
        echo "== the browser tests are skipped" >&2
    fi
fi

"$python" docs/build.py --strict
COMETRULES_SITE=docs/_build/html "$python" -m pytest -q -n auto --dist loadgroup tests/site
echo "== the gates of the site: all passed"
