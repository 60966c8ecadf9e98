#!/bin/sh
# cluster_check.sh YOMI: the same answers from one process and from the ranks of Open MPI, and after kills at any moment.
# YOMI_KILLS kills (3 unless given) of a random rank, the manager among them, or of all; each within YOMI_KILL_WITHIN
# seconds (1 unless given) of the start, at work on YOMI_KILL_DEALS deals (60). On demand, at many moments:
#   YOMI_KILLS=50 YOMI_KILL_WITHIN=8 YOMI_KILL_DEALS=400 tests/integration/cluster_check.sh build/release/apps/yomi
set -eu
yomi=$1
command -v mpirun >/dev/null || { echo "skipped: mpirun is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ranks() {
  number=$1
  shift
  mpirun --allow-run-as-root --oversubscribe -n "$number" "$yomi" "$@"
}

"$yomi" deal -n 8 --seed 3 -q --format pbn -c 'hcp(north) > 9' >"$work/deals.pbn"
"$yomi" solve "$work/deals.pbn" --table --par --json >"$work/one"
ranks 3 solve "$work/deals.pbn" --table --par --json >"$work/three"
cmp "$work/one" "$work/three"

# An input that cannot be read: the message once, and nobody waits.
status=0
ranks 2 solve "$work/not-there.pbn" >"$work/out" 2>"$work/err" || status=$?
test "$status" -eq 2
test "$(grep -c 'not-there.pbn' "$work/err")" -eq 1

# The same by one process and by two ranks, but for CPU times: what is printed and the files F, made anew in each turn.
same() {
  rm -rf "$work/F"
  mkdir "$work/F"
  cp "$work/deals.pbn" "$work/F/boards.pbn"
  "$yomi" "$@" >"$work/F/out"
  rm -rf "$work/once"
  mv "$work/F" "$work/once"
  mkdir "$work/F"
  cp "$work/deals.pbn" "$work/F/boards.pbn"
  ranks 2 "$@" >"$work/F/out"
  for file in "$work"/once/*; do
    sed -E '/CPU|TimeUsed/d; s/"cpu[^,}]*//g' "$file" >"$work/a"
    sed -E '/CPU|TimeUsed/d; s/"cpu[^,}]*//g' "$work/F/$(basename "$file")" >"$work/b"
    cmp "$work/a" "$work/b" || { echo "two ranks differ: $*"; exit 1; }
  done
}
same match --bidding --deals "$work/F/deals" --make 6 --seed 4
same versus --random 3NT --count 2 --role declarer --first pimc:deals=2 \
  --second pimc:deals=1 --against pimc:deals=1
same daihinmin match --players snowl,base,base,base,base --games 20 --session 4 --seed 5 --playouts 10 --json \
  --records "$work/F/games"
same exam endings --count 4 --cards 3 --layouts 4 --engine pimc --json
same annotate "$work/F/boards.pbn"
root=$(dirname "$0")/../..
same learn games "$root/examples/session.pbn" --half all --count 1 --player pimc:deals=1 --out "$work/F/games"
same play "$root/examples/otawa-1.pbn" --explain --engine abc --deals 8
same play "$root/examples/otawa-1.pbn" --deals 16

# A match, and a record that goes on with what rank 0 reads of it.
match="match pimc:deals=2 pimc:deals=1 --seed 2 --record $work/F/match.pbn"
same $match --count 2
ranks 2 $match --count 3 --resume >"$work/a"
rm "$work/F/match.pbn"
"$yomi" $match --count 3 >"$work/b"
sed -i '/CPU/d' "$work/a" "$work/b"
cmp "$work/a" "$work/b"

count=${YOMI_KILL_DEALS:-60}
"$yomi" library build "$work/whole" --count $count --seed 5 >/dev/null
ranks 2 library build "$work/two" --count $count --seed 5 >/dev/null
cmp "$work/whole" "$work/two"

# Killed again and again, then left alone.
kills=${YOMI_KILLS:-3}
within=${YOMI_KILL_WITHIN:-1}
at=0
hit=0
whole=0
while [ "$at" -lt "$kills" ]; do
  at=$((at + 1))
  ranks 2 library build "$work/killed" --count $count --seed 5 >/dev/null 2>&1 &
  started=$!
  sleep "$(awk "BEGIN { print $within * ($at * 7919 % 101) / 101 }")"
  victim=$(pgrep -f "$work/killed" | sed -n "$((at % 3 + 1))p")
  if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then hit=$((hit + 1)); fi
  wait "$started" || true
  # Ranks whose mpirun was killed end by themselves; the store lets in one program at a time.
  tries=0
  while pgrep -f "$work/killed" >/dev/null && [ "$tries" -lt 300 ]; do
    tries=$((tries + 1))
    sleep 0.1
  done
  if [ -e "$work/killed" ]; then
    cmp "$work/whole" "$work/killed"
    rm "$work/killed"
    whole=$((whole + 1))
  fi
done
ranks 2 library build "$work/killed" --count $count --seed 5 >/dev/null
cmp "$work/whole" "$work/killed"
echo "the same from 1, 2 and 3 ranks, and after $kills kills ($hit met a process, the library was whole $whole times in between)"
