#!/bin/sh
# package_check.sh SOURCE BUILD: Debian packages of a build come out the same twice, and install and run in a clean system
# that mmdebstrap makes from Debian's mirrors. Takes minutes, so only where YOMI_CHROOT=1 asks for it. Skips (77), saying
# why, where dpkg-dev or mmdebstrap are missing or no clean system can be made.
set -eu
source=$1
build=$2
test -n "${YOMI_CHROOT:-}" || { echo "a clean system is made only with YOMI_CHROOT=1"; exit 77; }
command -v dpkg-shlibdeps >/dev/null || { echo "no dpkg-dev here: apt-get install dpkg-dev"; exit 77; }
command -v mmdebstrap >/dev/null || { echo "no mmdebstrap here: apt-get install mmdebstrap"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for copy in one two; do
  YOMI_PACKAGES=$work/$copy SOURCE_DATE_EPOCH=1700000000 "$source/scripts/package" deb "$build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
diff -r "$work/one" "$work/two"
ls "$work/one"
cat >"$work/inside" <<'END'
set -eu
yomi --version
yomi solve --table /usr/share/doc/yomi-doc/examples/cumberland.pbn | grep -q NT
test -s /usr/share/man/man1/yomi-solve.1.gz
python3 -c 'import yomi; print(yomi.bid("AKJ52.K4.QJ3.A62", look_ahead=False).call, yomi.draw("hcp(north) > 20", 3).shape)'
pkg-config --exists yomi_c
cat >/tmp/five.c <<'C'
#include <stdio.h>
#include <yomi.h>
int main(void) { yomi_engine* e = yomi_create(1); double p; int r = yomi_chance(e, "hcp(north) == 10", "", &p); printf("%.4f\n", p); yomi_destroy(e); return r; }
C
gcc /tmp/five.c -lyomi_c -o /tmp/five
/tmp/five | grep -q 0.0941
echo "all of it runs"
END
# Debian's own list of mirrors, and what else this machine needs to reach them.
sources=$(find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.sources' -o -name 'sources.list' 2>/dev/null | head -n 1)
test -n "$sources" || { echo "no list of Debian mirrors here"; exit 77; }
mkdir -m 755 "$work/chroot"
# shellcheck disable=SC2086
mmdebstrap --quiet --variant=apt --include=ca-certificates,gcc,libc6-dev,pkgconf \
  --customize-hook='mkdir -p "$1/packages"' --customize-hook="copy-in $work/one /packages" \
  --customize-hook="copy-in $work/inside /packages" \
  --customize-hook='chroot "$1" sh -c "apt-get install --yes --no-install-recommends /packages/one/*.deb && : >/packages/installed"' \
  --customize-hook='chroot "$1" sh /packages/inside && : >"$1/packages/done"' \
  bookworm "$work/chroot" "$sources" >"$work/log" 2>&1 || {
  if test -e "$work/chroot/packages/one"; then cat "$work/log"; exit 1; fi
  echo "mmdebstrap cannot make a clean system here:"
  tail -n 3 "$work/log"
  exit 77
}
grep 'all of it runs' "$work/log" || test -e "$work/chroot/packages/done"
