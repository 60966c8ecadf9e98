#!/bin/sh
# wasm_check.sh SOURCE BUILD PROGRAM: builds the package for browsers and node, and runs its tests against the program.
# Skips (77) where emscripten or node are missing.
set -eu
command -v node >/dev/null || { echo "no node here"; exit 77; }
"$1/bindings/wasm/build" "$2/wasm"
YOMI_WASM=$2/wasm/package YOMI_PROGRAM=$3 node --test "$1"/bindings/wasm/tests/
