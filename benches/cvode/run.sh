#!/bin/sh
# Measures error against CPU time of the FMUs, of Table 1 and of SUNDIALS CVODE, and writes results.json.
# Needs SUNDIALS with headers; Debian: apt-get install libsundials-dev
set -eu
cd "$(dirname "$0")"
exec cargo run --release --quiet -- results.json
