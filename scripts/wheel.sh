#!/usr/bin/env bash
# Makes the Python packages that need no compiler where they are installed: the program fmu-pack with the libraries of all
# platforms.
#
#     scripts/wheel.sh                  both, into target/wheels, and beside them the page of the friction bench
#     scripts/wheel.sh linux            actuator_fmu-VERSION-py3-none-manylinux2014_x86_64.whl
#     scripts/wheel.sh windows          actuator_fmu-VERSION-py3-none-win_amd64.whl
#     scripts/wheel.sh test             makes that for Linux and fmu-pack.exe, and tests both
#     scripts/wheel.sh quick-test       packs the fmu-pack that is compiled for the tests, and tests that: no program is compiled
#
# Installs what is missing, as scripts/cross-build.sh does.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
wheels=$target/wheels
libraries=$target/libraries
export PATH="$PWD/target/cross/bin:$PATH"

say() { printf '\n== %s\n' "$1" >&2; }

version=$(cargo metadata --locked --no-deps --format-version 1 |
    python3 -c 'import json, sys; print(next(p["version"] for p in json.load(sys.stdin)["packages"] if p["name"] == "fmu-pack"))')

program=(--locked --profile wheel --quiet --package fmu-pack --features full --bin fmu-pack)
program_environment=("CARGO_TARGET_DIR=$target/programs")

# For glibc 2.17, which manylinux2014 stands for.
linux_program() {
    say "fmu-pack for Linux"
    env "${program_environment[@]}" cargo zigbuild "${program[@]}" --target x86_64-unknown-linux-gnu.2.17 >&2
    echo "$target/programs/x86_64-unknown-linux-gnu/wheel/fmu-pack"
}

# With rustup's standard library for Windows where it is installed, or else with Debian's Rust, which compiles it.
windows_program() {
    say "fmu-pack for Windows"
    local gnu=x86_64-pc-windows-gnu
    if [ -d "$(rustc --print sysroot)/lib/rustlib/$gnu/lib" ]; then
        env "${program_environment[@]}" cargo build "${program[@]}" --target $gnu >&2
    else
        gnu=x86_64-win7-windows-gnu
        env -u LD_LIBRARY_PATH "${program_environment[@]}" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            CC_x86_64_win7_windows_gnu=x86_64-w64-mingw32-gcc AR_x86_64_win7_windows_gnu=x86_64-w64-mingw32-ar \
            /usr/bin/cargo build "${program[@]}" --target $gnu \
            -Zbuild-std=std,panic_unwind -Zbuild-std-features=panic-unwind >&2
    fi
    echo "$target/programs/$gnu/wheel/fmu-pack.exe"
}

make_libraries() {
    say "libraries for all platforms"
    "$fmu_pack" libraries --output "$libraries" >&2
    say "the friction bench"
    mkdir -p "$wheels"
    "$fmu_pack" page --libraries "$libraries" --output "$wheels/friction-bench.html" >&2
}

# The package of a platform, with its program.
wheel() {
    local platform=$1 program=$2 stage=$target/wheel
    say "wheel for $platform"
    rm -rf "$stage"
    mkdir -p "$wheels"
    cp -r fmu-pack/python "$stage"
    cp LICENSE-* "$stage"
    mkdir "$stage/actuator_fmu/bin"
    install -m 755 "$program" "$stage/actuator_fmu/bin/"
    cp -r "$libraries" "$stage/actuator_fmu/bin/libraries"
    ACTUATOR_FMU_VERSION=$version ACTUATOR_FMU_PLATFORM=$platform \
        target/cross/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$wheels" "$stage"
    ls "$wheels/actuator_fmu-$version-py3-none-$platform.whl"
}

# As the tests have it, without the names of functions.
tested_program() {
    mkdir -p "$target/programs/debug"
    strip -o "$target/programs/debug/fmu-pack" "$fmu_pack"
    echo "$target/programs/debug/fmu-pack"
}

# In a fresh virtual environment, beside that of the importers, which has FMPy; the types as the oldest Python takes them; the same
# bytes from fmu-pack.exe, if there is one.
test_linux() {
    say "the wheel in an environment of its own"
    local tools=$target/wheel-tools
    ./run-tests --prepare >&2
    [ -x "$tools/bin/pip" ] || python3 -m venv --clear "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check mypy==2.4.1
    "$tools/bin/mypy" --strict --python-version 3.10 fmu-pack/python/actuator_fmu
    WHEEL=$1 LIBRARIES=$libraries PROGRAM=$fmu_pack WINDOWS_PROGRAM=${2-} \
        WINE=$(command -v wine64 || echo /usr/lib/wine/wine64) FMPY_PYTHON=$target/importers/venv/bin/python \
        python3 fmu-pack/python/tests/test_wheel.py --verbose
}

what=${1-both}
case $what in
linux | windows | both | test | quick-test) ;;
*) echo "error: $what is not one of linux, windows, test, quick-test" >&2; exit 2 ;;
esac
scripts/cross-build.sh --install >&2
if [ "$what" = test ] || [ "$what" = quick-test ]; then
    fmu_pack=$target/debug/fmu-pack
    [ -x "$fmu_pack" ] || cargo build --locked --quiet --workspace --features fmu-pack/full --bin fmu-pack >&2
else
    cargo build --locked --release --quiet --package fmu-pack >&2
    fmu_pack=$target/release/fmu-pack
fi
make_libraries
linux_wheel=$wheels/actuator_fmu-$version-py3-none-manylinux2014_x86_64.whl
case $what in
linux) wheel manylinux2014_x86_64 "$(linux_program)" ;;
windows) wheel win_amd64 "$(windows_program)" ;;
both) wheel manylinux2014_x86_64 "$(linux_program)"; wheel win_amd64 "$(windows_program)" ;;
test) wheel manylinux2014_x86_64 "$(linux_program)"; test_linux "$linux_wheel" "$(windows_program)" ;;
quick-test) wheel manylinux2014_x86_64 "$(tested_program)"; WHEEL_IS_COMPILED_FOR_TESTS=1 test_linux "$linux_wheel" ;;
esac
