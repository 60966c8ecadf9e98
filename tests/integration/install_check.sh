#!/bin/sh
# install_check.sh BUILD EXAMPLES: what is installed from BUILD serves a program of another project, by find_package and
# by pkg-config; the installed program runs, with its manual and completion.
set -eu
build=$1
examples=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/usr" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/usr/bin/yomi" --version
test -s "$work/usr/share/man/man1/yomi-solve.1"
bash -n "$work/usr/share/bash-completion/completions/yomi"
cmake -S "$examples" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/usr" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build "$work/consumer" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/consumer/how_often" | grep 'of 200 deals make 3NT'
"$work/consumer/own_player" 127.0.0.1 1 | grep 'cannot connect to 127.0.0.1:1'
"$work/consumer/through_dds" | grep 'North takes 13 tricks'
PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name yomi.pc)")
export PKG_CONFIG_PATH
# The words of pkg-config are meant to be split.
# shellcheck disable=SC2046
cc "$examples/through_dds.c" -o "$work/dds" $(pkg-config --cflags --libs yomi_dds)
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$work/dds" | grep 'North takes 13 tricks'
# shellcheck disable=SC2046
c++ -std=c++20 "$examples/how_often.cpp" -o "$work/often" $(pkg-config --cflags --libs yomi)
"$work/often" | grep 'of 200 deals make 3NT'
