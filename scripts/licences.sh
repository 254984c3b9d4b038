#!/usr/bin/env bash
# Lists the licences of all dependencies and fails for one that deny.toml does not allow, without cargo-deny. It also
# fails if the library in an FMU has a dependency that the FMU's licence texts do not name.
#
#     scripts/licences.sh            a line per licence, with the crates that have it
#     scripts/licences.sh --quiet    only what is wrong
#
# Needs cargo and Python 3.11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { printf 'error: %s\n' "$1" >&2; exit 1; }

metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT
cargo metadata --locked --all-features --format-version 1 >"$metadata" || fail "cargo cannot list the dependencies"

python3 - "$metadata" "${1-}" <<'PYTHON'
import json, re, sys, tomllib
from collections import defaultdict

with open(sys.argv[1], encoding="utf-8") as file:
    packages = json.load(file)["packages"]
with open("deny.toml", "rb") as file:
    rules = tomllib.load(file)["licenses"]
exceptions = {rule["crate"]: set(rule["allow"]) for rule in rules["exceptions"]}


def is_allowed(expression, allowed):
    """Whether a choice within an SPDX expression is allowed; `/` is the old way to write OR."""
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def alternatives():
        result = parts()
        while words and words[0] == "OR":
            words.pop(0)
            result = parts() or result
        return result

    def parts():
        result = single()
        while words and words[0] == "AND":
            words.pop(0)
            result = single() and result
        return result

    def single():
        word = words.pop(0)
        if word == "(":
            result = alternatives()
            words.pop(0)
            return result
        if words and words[0] == "WITH":
            # An exception to a licence only allows more.
            del words[:2]
        return word in allowed

    return alternatives()


found, refused = defaultdict(list), []
for package in packages:
    if package["source"] is None:
        continue
    name, licence = package["name"], package["license"] or "none is given"
    found[licence].append(name)
    allowed = set(rules["allow"]) | exceptions.get(name, set())
    if not package["license"] or not is_allowed(licence, allowed):
        refused.append(f"{name} {package['version']}: {licence}")
if sys.argv[2] != "--quiet":
    for licence, names in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):4} {licence}: {', '.join(sorted(set(names)))}")
for line in refused:
    print(f"error: {line} is not allowed by deny.toml", file=sys.stderr)
sys.exit(1 if refused else 0)
PYTHON

# What is linked into the library of an FMU besides its own crates, which have a path.
named=$(<fmu-pack/assets/licenses/README.txt)
for crate in $(cargo tree --locked --package actuator-fmu --edges normal --prefix none --format '{p}' | awk '!/\(\// { print $1 }' | sort -u); do
    grep -qw "crate $crate" <<<"$named" || fail "fmu-pack/assets/licenses/README.txt does not name the crate $crate"
done

# Programs of others that are delivered as they are: each folder is in the table, with its licence beside it.
python3 - fmu-pack/third-party deny.toml <<'PYTHON'
import pathlib, re, sys, tomllib

folder = pathlib.Path(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    allowed = tomllib.load(file)["licenses"]["allow"]
rows = re.findall(r"^\| `(\S+)` \| [^|]+ \| (\S+) \|", (folder / "README.md").read_text(encoding="utf-8"), re.M)
named = dict(rows)
for place in sorted(place for place in folder.iterdir() if place.is_dir()):
    licence = named.get(place.name)
    if licence not in allowed:
        sys.exit(f"error: {folder}/README.md names no licence of {place.name} that deny.toml allows")
    if not (place / "LICENSE").is_file():
        sys.exit(f"error: {place} has no LICENSE")
PYTHON
