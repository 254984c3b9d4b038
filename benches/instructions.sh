#!/bin/sh
# Instructions per step of every workload (or of those named as arguments), counted by callgrind. The count for N steps
# is taken from that for 2N, so that start and setup cancel. Free of noise: the same on a loaded machine.
set -eu
cd "$(dirname "$0")/.."
N=${STEPS:-3200}
binary=$(cargo bench --no-run --bench count 2>&1 | sed -n 's/.*Executable benches\/count.rs (\(.*\))/\1/p')
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
for workload in ${@:-$("$binary")}; do
    once=$(count "$workload" "$N")
    twice=$(count "$workload" $((2 * N)))
    printf '%-40s %8d\n' "$workload" $(((twice - once) / N))
done
