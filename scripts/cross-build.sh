#!/usr/bin/env bash
# Builds the FMUs for Linux and Windows on x86-64 and for Linux on ARM, from a machine with nothing but Debian.
#
#     scripts/cross-build.sh [ARGUMENTS]    installs what is missing, then: fmu-pack build ARGUMENTS, for all platforms
#     scripts/cross-build.sh --install [PACKAGE…]    only installs, also what the tests of the platforms need, and other packages
#
# linux64 and aarch64-linux are linked by zig for glibc 2.17 (2012); it comes as a Python package into target/cross.
# win64 and aarch64-linux use Debian's Rust, which compiles the standard library from its source. With rustup instead,
# only this is needed: rustup target add x86_64-pc-windows-gnu aarch64-unknown-linux-gnu
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    gcc libc6-dev python3-venv              # build scripts; the environment of zig
    rustc-web cargo-web rust-web-src        # Rust with the source of its standard library
    gcc-mingw-w64-x86-64-win32              # linker for Windows
)
test_packages=(
    wine64                                  # runs the library for Windows
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user   # compile and run the test program for ARM
)
python_packages=(ziglang==0.17.1 cargo-zigbuild==0.24.0)
environment=target/cross

fail() { printf 'error: %s\n' "$1" >&2; exit 1; }

is_installed() { dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

install_packages() {
    local missing=() package sudo=()
    for package in "$@"; do is_installed "$package" || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "this is not Debian: install by hand what the packages ${missing[*]} bring"
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || fail "install these packages first: sudo apt-get install ${missing[*]}"
        sudo=(sudo -n)
    fi
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

install_zig() {
    [ -x "$environment/bin/pip" ] || python3 -m venv --clear "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "${python_packages[@]}"
}

# For the page of `fmu-pack page`: rustup has the standard library for WebAssembly, Debian's source of it lacks what WASI needs.
install_web_targets() {
    command -v rustup >/dev/null || fail "modules for browsers need rustup, which has Rust's standard library for WebAssembly"
    rustup target add wasm32-unknown-unknown wasm32-wasip1
}

if [ "${1-}" = --install ]; then
    install_packages "${packages[@]}" "${test_packages[@]}" "${@:2}"
    install_zig
    install_web_targets
    exit
fi
install_packages "${packages[@]}"
install_zig
exec cargo run --locked --release --quiet --package fmu-pack -- build \
    --platform linux64 --platform win64 --platform aarch64-linux "$@"
