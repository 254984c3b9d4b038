#!/usr/bin/env bash
# What is to pass before a release, of all that the project tests: see docs/testing.md. Takes an hour or two on two cores.
#
#     scripts/thorough.sh [SEED]    with the random cases of this run, or of today
#
# Installs what is missing on Debian: the compilers and emulators of all platforms, and browsers.
set -euo pipefail
cd "$(dirname "$0")/.."

seed=${1-$(date +%Y%m%d)}
browsers=()
command -v chromium chromium-browser google-chrome >/dev/null || browsers+=(chromium)
command -v firefox-esr firefox >/dev/null || browsers+=(firefox-esr)
# Compilers and emulators for the C of an FMU: clang, other processors, a board without an operating system, and CMake for FMPy.
sources=(
    clang libclang-rt-14-dev cmake gcc-12-multilib
    gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
    gcc-arm-none-eabi qemu-system-arm
)
scripts/cross-build.sh --install "${browsers[@]}" "${sources[@]}"
FMU_PACK_ALL_PLATFORMS=1 TEST_SEED=$seed ./run-tests --thorough
scripts/wheel.sh test
# Ten gigabytes through a pipe: an hour where nothing is optimized.
cargo test --locked --release --package fmu-pack --test command -- --ignored hardship::streams::
scripts/reliability.sh
printf '\nall passed, with TEST_SEED=%s\n' "$seed"
