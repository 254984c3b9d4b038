#!/usr/bin/env bash
# Repeats what docs/reliability.md reports.
#
#     scripts/reliability.sh --minute      random calls and random scenarios for about a minute; stable Rust is enough
#     scripts/reliability.sh [--quick]     every section in its short form
#     scripts/reliability.sh --full        every section in its long form: hours
#     scripts/reliability.sh [--full] SECTION…
#
# Sections:
#     campaign   random calls and random scenarios, judged by a model of the standard and by the laws of physics
#     faults     allocations that fail, slow loggers, a panic in every function
#     address    AddressSanitizer and LeakSanitizer on the C interface and on random calls
#     memory     valgrind's memcheck on the C interface: invalid accesses, undefined values, leaks
#     threads    ThreadSanitizer on instances that are handed from thread to thread
#     fuzz       coverage-guided fuzzing of the C interface, saved states, scenarios, and of all files that are read
#
# What a section needs and the machine lacks is installed where that is possible (Debian's valgrind and Rust source,
# cargo-fuzz); otherwise the section is skipped and says why. A skipped section is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."

host=x86_64-unknown-linux-gnu
build=$(realpath -m "${CARGO_TARGET_DIR:-target}")/reliability
length=quick
sections=()
skipped=()

say() { printf '\n== %s\n' "$1"; }
fail() { printf 'error: %s\n' "$1" >&2; exit 2; }
skip() { printf 'skipped: %s\n' "$1"; skipped+=("$1"); }

# The second word where the long form is asked for, otherwise the first.
by_length() { if [ "$length" = full ]; then echo "$2"; else echo "$1"; fi; }

has_nightly() { cargo +nightly --version >/dev/null 2>&1; }

is_this_host() { [ "$(uname -sm)" = "Linux x86_64" ]; }

# Installs Debian packages, or says false.
install() {
    command -v apt-get >/dev/null || return 1
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        sudo=(sudo -n)
    fi
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >/dev/null
}

# Builds a test, with what cargo is given before it, and prints the path of its program.
program() {
    local test=$1
    shift
    "$@" --no-run --test "$test" 2>&1 | tee "$build/$test.log" | sed -n 's/.*Executable.*(\(.*\))$/\1/p' | tail -n 1
    [ "${PIPESTATUS[0]}" -eq 0 ] || { cat "$build/$test.log" >&2; return 1; }
}

# Worlds from 2^32 on have round numbers.
random_calls() {
    local standard seed
    for standard in 2 3; do
        for seed in 1 $((1 << 32)); do
            "$1/fuzz_campaign" --calls "$2" --standard "$standard" --seed "$seed"
        done
    done
}

# So many drivetrains of each kind with round numbers: see tests/support/src/drivetrain_scenario/kinds.rs.
round_drivetrains() {
    local bit
    for bit in 26 27 28 29 30 31; do
        "$1/drivetrain_campaign" --seed $((1 << bit)) --scenarios "$2"
    done
}

campaign() {
    local calls=2e5 scenarios=480 round=108 drivetrains=30 of_a_kind=5 profile=dev programs
    if [ "$length" != minute ]; then
        calls=$(by_length 5e6 5e7) scenarios=$(by_length 18000 1e6) round=$(by_length 864 1e5)
        drivetrains=$(by_length 1000 100000) of_a_kind=$(by_length 40 1000) profile=release
    fi
    # For a minute the programs are taken that stand beside the tests: to optimize them takes longer than they run.
    cargo build --locked --quiet --workspace --profile "$profile" --example fuzz_campaign --example drivetrain_campaign
    programs=${CARGO_TARGET_DIR:-target}/${profile/dev/debug}/examples
    # Each uses one core.
    mkdir -p "$build"
    random_calls "$programs" "$calls" >"$build/calls.log" 2>&1 &
    local calling=$!
    "$programs/fuzz_campaign" --scenarios "$scenarios"
    "$programs/fuzz_campaign" --scenarios "$round" --seed $((1 << 42))
    # The variables of a drivetrain stay in memory: a thousand scenarios in one process.
    local seed
    for seed in $(seq 1 1000 "$drivetrains"); do
        "$programs/drivetrain_campaign" --seed "$seed" --scenarios "$((drivetrains < 1000 ? drivetrains : 1000))"
    done
    round_drivetrains "$programs" "$of_a_kind"
    wait "$calling" || { cat "$build/calls.log"; return 1; }
    cat "$build/calls.log"
    # Neighbours of what testers found: a thousand of each kind, as tests/neighbours/mod.rs says. In a minute the normal tests are enough.
    [ "$length" = minute ] || TEST_CASES=1000 cargo test --locked --release --quiet --test library -- \
        neighbours shared_torques round_engagements mirror_image_to
    # Random calls, likewise.
    [ "$length" = minute ] || TEST_CASES=$(by_length 1e6 1e7) cargo test --locked --release --quiet --test library drivetrain_calls::
}

faults() {
    cargo test --locked --quiet --test faults
    cargo test --locked --quiet --test library ffi::
}

address() {
    is_this_host || { skip "address: made for Linux on x86-64"; return; }
    has_nightly || { skip "address: needs a nightly compiler (rustup toolchain install nightly)"; return; }
    # `shared_library` loads the library as an importer does, which has no runtime of the sanitizer. The test support keeps names
    # and variables of drivetrains for ever; its stacks are whole only with the slow unwinding.
    mkdir -p "$build"
    printf 'leak:%s\n' test_support::drivetrain::read test_support::scenario::recorded >"$build/kept"
    local tests
    for tests in "--lib " "--test=library ffi:: fmi3:: robustness:: threads:: corpus::"; do
        # shellcheck disable=SC2086 # Names of tests, a word each.
        CARGO_TARGET_DIR=$build/address RUSTFLAGS=-Zsanitizer=address \
            ASAN_OPTIONS=detect_leaks=1:fast_unwind_on_malloc=0 LSAN_OPTIONS=suppressions=$build/kept \
            cargo +nightly test --locked --quiet --target "$host" ${tests%% *} -- ${tests#--* } --skip shared_library
    done
}

memory() {
    command -v valgrind >/dev/null || install valgrind || { skip "memory: needs valgrind"; return; }
    mkdir -p "$build"
    local path
    # Without debug information, of which valgrind understands old formats only.
    path=$(CARGO_TARGET_DIR=$build/memory CARGO_PROFILE_DEV_DEBUG=0 program library cargo test --locked)
    # `shared_library` takes minutes here and tests the loader, as `same_bits` and `coupled` take with their runs; the test
    # support of drivetrains keeps their variables for ever. A leak of the test harness itself would be reachable.
    valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite \
        "$path" --test-threads=1 ffi:: fmi3:: --skip shared_library --skip threads --skip same_bits --skip coupled
}

# The compiler whose standard library can be compiled with the sanitizer: a nightly with rust-src, or Debian's.
compiler_with_source() {
    local sysroot
    sysroot=$(rustc +nightly --print sysroot 2>/dev/null) || sysroot=
    if [ -f "$sysroot/lib/rustlib/src/rust/library/std/Cargo.toml" ]; then
        echo nightly
    elif [ -f "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library/std/Cargo.toml" ]; then
        echo debian
    fi
}

# Debian's compiler brings no runtime of the sanitizer; a nightly does. It goes into programs as a whole, not into
# libraries. It names three functions of the C library that GNU ld warns of and then does not find; nobody calls them.
write_linker() {
    cat >"$1" <<LINKER
#!/bin/sh
case " \$* " in
*" -shared "*) exec cc "\$@" ;;
esac
exec cc "\$@" -Wl,--no-as-needed -Wl,--whole-archive "$2" -Wl,--no-whole-archive \\
    -lpthread -ldl -lrt -lm -lgcc_s -lc -lc_nonshared \\
    -Wl,--defsym=tmpnam=0 -Wl,--defsym=tmpnam_r=0 -Wl,--defsym=tempnam=0
LINKER
    chmod +x "$1"
}

threads() {
    is_this_host || { skip "threads: made for Linux on x86-64"; return; }
    mkdir -p "$build"
    local path runtime common=(test --locked -Zbuild-std --target "$host")
    export CARGO_TARGET_DIR=$build/threads
    [ -n "$(compiler_with_source)" ] || install rustc-web cargo-web rust-web-src || true
    case $(compiler_with_source) in
    nightly)
        path=$(RUSTFLAGS=-Zsanitizer=thread program library cargo +nightly "${common[@]}")
        ;;
    debian)
        has_nightly || { skip "threads: needs a nightly compiler, for ThreadSanitizer's runtime"; return; }
        runtime=$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/$host/lib/librustc-nightly_rt.tsan.a
        [ -f "$runtime" ] || { skip "threads: needs a nightly compiler, for ThreadSanitizer's runtime"; return; }
        write_linker "$build/link-threads" "$runtime"
        path=$(env -u LD_LIBRARY_PATH RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc \
            RUSTFLAGS="-Zsanitizer=thread -Zexternal-clangrt -Clinker=$build/link-threads" \
            bash -c "$(declare -f program); build=$build; program library /usr/bin/cargo ${common[*]}")
        ;;
    *)
        skip "threads: needs the standard library's source (rustup component add rust-src --toolchain nightly)"
        return
        ;;
    esac
    TSAN_OPTIONS=halt_on_error=1 "$path" --quiet threads::
}

fuzz() {
    is_this_host || { skip "fuzz: made for Linux on x86-64"; return; }
    has_nightly || { skip "fuzz: needs a nightly compiler (rustup toolchain install nightly)"; return; }
    local tools=$build/tools seconds target
    PATH=$tools/bin:$PATH
    command -v cargo-fuzz >/dev/null || cargo install --quiet --locked --root "$tools" cargo-fuzz
    seconds=$(by_length 20 1800)
    export CARGO_TARGET_DIR=$build/fuzz
    cargo +nightly fuzz build
    for target in fuzz/fuzz_targets/*.rs; do
        target=$(basename "$target" .rs)
        mkdir -p "$build/corpus/$target" "$build/artifacts/$target"
        say "fuzz $target, $seconds s"
        # New inputs stay below target/; what is kept in fuzz/corpus is only read.
        "$build/fuzz/$host/release/$target" -max_total_time="$seconds" -timeout=60 -max_len=8192 -verbosity=0 \
            -print_final_stats=1 -artifact_prefix="$build/artifacts/$target/" \
            "$build/corpus/$target" "fuzz/corpus/$target"
    done
}

for argument in "$@"; do
    case $argument in
    --minute | --quick | --full) length=${argument#--} ;;
    campaign | faults | address | memory | threads | fuzz) sections+=("$argument") ;;
    *) fail "$argument is unknown; see the head of scripts/reliability.sh" ;;
    esac
done
if [ "$length" = minute ]; then
    sections=(campaign)
elif [ ${#sections[@]} -eq 0 ]; then
    sections=(campaign faults address memory threads fuzz)
fi
for section in "${sections[@]}"; do
    say "$section"
    # A shell of its own, as a section sets where things are built.
    ( "$section"; [ ${#skipped[@]} -eq 0 ] || printf '%s\n' "${skipped[@]}" >>"${TMPDIR:-/tmp}/reliability-skipped.$$" )
done
if [ -f "${TMPDIR:-/tmp}/reliability-skipped.$$" ]; then
    say "skipped"
    cat "${TMPDIR:-/tmp}/reliability-skipped.$$"
    rm "${TMPDIR:-/tmp}/reliability-skipped.$$"
fi
say "all sections passed"
