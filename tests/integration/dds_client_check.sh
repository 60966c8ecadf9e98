#!/bin/sh
# dds_client_check.sh CLIENT LIBRARY: the client, linked with libdds, prints the same on DDS, with LIBRARY preloaded,
# and with LIBRARY in the place of libdds.so.0.
set -eu
client=$1
library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"  # DDS leaves a dump.txt where it meets a bad board
ln -s "$library" libdds.so.0
"$client" 20 >dds.txt
LD_PRELOAD=$library "$client" 20 >preloaded.txt
LD_LIBRARY_PATH=$work "$client" 20 >replaced.txt
test -s dds.txt
cmp dds.txt preloaded.txt
cmp dds.txt replaced.txt
# And it was the other library: it says so of itself.
LD_LIBRARY_PATH=$work ldd "$client" | grep -q "libdds.so.0 => $work/libdds.so.0"
