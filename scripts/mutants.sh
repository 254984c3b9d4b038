#!/usr/bin/env bash
# Changes the physics and the solver in small ways, one at a time, and looks whether the quick tests notice each.
#
#     scripts/mutants.sh                    all mutants of src/friction, src/plants, src/solver, src/mechanism and src/drivetrain: days
#     scripts/mutants.sh --shard 3/100      one part in a hundred
#     scripts/mutants.sh --file FILE …      what cargo-mutants takes besides
#     scripts/mutants.sh --at-once 100 src/mechanism [TESTS]    a sample of a folder or file, compiled once: half a minute each; the quick tests or others
#
# A mutant that no test notices is a test that is missing, or a place where any number will do (a first guess, the size of a
# step that is halved until it fits). What is found of these goes into docs/mutants.md with its reason.
#
# Needs only Rust, and Python for --at-once: cargo-mutants is installed below target/. Results are in target/mutants/mutants.out.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(realpath -m "${CARGO_TARGET_DIR:-target}")/mutants
mapfile -t tests <scripts/quick-tests.txt
if [ "${1-}" = --at-once ]; then
    [ -x "$build/venv/bin/pip" ] || python3 -m venv --clear "$build/venv"
    "$build/venv/bin/pip" install --quiet --disable-pip-version-check tree-sitter==0.26.1 tree-sitter-rust==0.24.2
    sample=("${@:2:2}")
    [ $# -le 3 ] || tests=("${@:4}")
    exec "$build/venv/bin/python" scripts/mutants_at_once.py "${sample[@]}" "${tests[@]}"
fi
version=27.1.0
PATH=$build/tools/bin:$PATH
command -v cargo-mutants >/dev/null ||
    cargo install --quiet --locked --root "$build/tools" --version "$version" cargo-mutants

files=()
case " $* " in
*" --file "* | *" -f "*) ;;
*) for folder in friction plants solver mechanism drivetrain; do files+=(--file "src/$folder/**"); done ;;
esac
# A mutant may loop without end: three times what the tests take is long enough.
exec cargo mutants --package actuator-fmu --output "$build" --timeout-multiplier 3 "${files[@]}" "$@" \
    -- --locked --lib --test library -- "${tests[@]}"
