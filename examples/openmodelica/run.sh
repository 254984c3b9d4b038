#!/usr/bin/env bash
# Builds the FMUs, imports them into OpenModelica and simulates the models of ActuatorExamples.mo.
#
#     examples/openmodelica/run.sh          needs Rust, a C compiler and omc
#
# Exit code 1 if a model does not end where it should. All that is written lies in imported/ beside this script.
set -euo pipefail
cd "$(dirname "$0")"
command -v omc >/dev/null || { echo "error: omc, the compiler of OpenModelica, is not installed" >&2; exit 1; }

rm -rf imported
# In one folder, FMUs overwrite each other's files.
for model in ServoActuator MotionTransmission HydraulicActuator; do
    mkdir -p "imported/$model"
    cargo run --release -p fmu-pack -- build "$model" -o "imported/$model"
done
omc run.mos | tee imported/log.txt
grep -q '^All models end where they should' imported/log.txt
