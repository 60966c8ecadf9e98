#!/bin/sh
# c_check.sh SOURCE LIBRARY: the C program of bindings/c/README.md, compiled as C and run.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n '/^```c$/,/^```$/p' "$1/bindings/c/README.md" | sed '/^```/d' >"$work/five.c"
"${CC:-gcc-12}" -std=c99 -Wall -Wextra -Werror -Wno-missing-field-initializers -I"$1/bindings/c/include" "$work/five.c" "$2" \
  -Wl,-rpath,"$(dirname "$2")" -o "$work/five"
"$work/five" | head -n 1 | grep -qx 1S
