# shellcheck shell=bash
# What ./yomi, ./check and .ci/run share: installing what is missing, and building a preset. To be sourced by bash.
#
# Nothing here writes to stdout: that belongs to the program. A failure here, before the program ran, leaves with
# status 125 (as env and timeout do), which the program itself never uses.
#
#   YOMI_JOBS=N         compile and test with N jobs (default: as many as there are cores)
#   YOMI_SKIP_SETUP=1   look for no packages: they are here under other names

yomi_root=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd -P) || exit 125
yomi_jobs=${YOMI_JOBS:-$(nproc)}

# What a binary is made of. The stamp of a build is compared with these, folders included: a file that is added,
# removed or renamed changes its folder.
yomi_sources=(CMakeLists.txt CMakePresets.json cmake include src apps bindings bench data systems scripts/packages)

yomi_say() { printf 'yomi: %s\n' "$*" >&2; }

yomi_die() {
  yomi_say "$*"
  exit 125
}

# yomi_packages GROUP...: the packages of these groups, one a line.
yomi_packages() {
  local line group='' wanted=" $* "
  while read -r line; do
    case $line in
      '' | '#'*) ;;
      '['*']') group=${line:1:-1} ;;
      *) [[ $wanted == *" $group "* ]] && printf '%s\n' "$line" ;;
    esac
  done <"$yomi_root/scripts/packages"
  return 0
}

# yomi_lock NAME COMMAND...: the command, while no other process holds the lock of this name. What the command starts
# holds the lock too, unless it closes the descriptor: a compiler that outlives us keeps others out.
yomi_lock() {
  local name=$1 status=0
  shift
  mkdir -p "$yomi_root/build" || exit 125
  exec 199>"$yomi_root/build/.${name// /-}.lock" || exit 125
  if ! flock --nonblock 199; then
    yomi_say "waiting for another run to finish the $name"
    flock 199 || exit 125
  fi
  "$@" || status=$?
  exec 199>&-
  return "$status"
}

# yomi_logged LOG COMMAND...: runs it with its output in the log, which is shown in full when it fails.
yomi_logged() {
  local log=$1
  shift
  "$@" >>"$log" 2>&1 </dev/null 199>&- && return
  cat "$log" >&2
  return 1
}

# yomi_setup GROUP...: installs the packages of these groups that are missing.
yomi_setup() {
  [[ -z ${YOMI_SKIP_SETUP:-} ]] || return 0
  local package state
  local -a wanted
  local -A here=()
  mapfile -t wanted < <(yomi_packages "$@")
  if ! command -v dpkg-query >/dev/null; then
    yomi_cannot_install "this is not a Debian system" "${wanted[@]}"
  fi
  while read -r package state; do
    [[ $state == installed ]] && here[$package]=1
  done < <(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null)
  local -a lacking=()
  for package in "${wanted[@]}"; do
    [[ -n ${here[$package]:-} ]] || lacking+=("$package")
  done
  ((${#lacking[@]} == 0)) || yomi_lock setup yomi_install "${lacking[@]}"
}

# yomi_cannot_install REASON PACKAGE...: says what a person has to install, and stops.
yomi_cannot_install() {
  local reason=$1
  shift
  yomi_say "$reason, so these packages of Debian 12 (or their like) have to be installed by hand:"
  printf '  %s\n' "$@" >&2
  yomi_die "then run it again; with YOMI_SKIP_SETUP=1 where they go by other names"
}

yomi_install() {
  local system log="$yomi_root/build/setup.log"
  local -a as_root=()
  # shellcheck source=/dev/null
  system=$(. /etc/os-release 2>/dev/null && echo "${ID:-} ${VERSION_ID:-}")
  [[ $system == 'debian 12' ]] || yomi_cannot_install "this is not Debian 12 but '${system:-unknown}'" "$@"
  command -v apt-get >/dev/null || yomi_cannot_install "there is no apt-get here" "$@"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || yomi_cannot_install "installing needs root, and there is no sudo here" "$@"
    sudo --validate </dev/null >&2 || yomi_cannot_install "installing needs root, and sudo refused" "$@"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  yomi_say "installing $*"
  : >"$log"
  # Old lists may still be good enough: only a failing installation stops.
  "${as_root[@]}" apt-get update >>"$log" 2>&1 </dev/null 199>&- || yomi_say "apt-get update failed, trying without it"
  yomi_logged "$log" "${as_root[@]}" apt-get install --yes --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "$@" || yomi_die "apt-get could not install: $*"
}

# yomi_is_current STAMP: whether no source of the program changed since. A few milliseconds.
yomi_is_current() {
  local stamp=$1 source
  [[ -e $stamp ]] || return 1
  local -a there=()
  for source in "${yomi_sources[@]}"; do
    [[ -e $yomi_root/$source ]] && there+=("$yomi_root/$source")
  done
  [[ -z $(find "${there[@]}" -newer "$stamp" -print -quit) ]]
}

# Passes ninja's lines on to the log; on a terminal one line on stderr counts the steps.
yomi_progress() {
  local log=$1 name=$2 line
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ -t 2 && $line =~ ^\[[0-9]+/[0-9]+\] ]] && printf '\r\033[Kyomi: building %s %s' "$name" "${BASH_REMATCH[0]}" >&2
  done
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# yomi_configure PRESET: the build folder of the preset, made or renewed where needed. Under the lock of its build.
yomi_configure() { yomi_lock "build of $1" yomi_configure_locked "$1"; }

yomi_configure_locked() {
  local preset=$1 folder="$yomi_root/build/$1" recorded="CMAKE_HOME_DIRECTORY:INTERNAL=$yomi_root"
  # A tree that was moved takes its build folder along, which cmake refuses.
  if [[ -e $folder/CMakeCache.txt ]] && ! grep -qxF "$recorded" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
  fi
  { mkdir -p "$folder" && : >"$folder/build.log"; } || exit 125
  [[ ! -e $folder/build.ninja || $yomi_root/CMakePresets.json -nt $folder/build.ninja ]] || return 0
  [[ ! -t 2 ]] || printf 'yomi: configuring %s' "$preset" >&2
  (cd "$yomi_root" && yomi_logged "$folder/build.log" cmake --preset "$preset") ||
    yomi_die "cmake could not configure $preset"
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# yomi_build PRESET TARGET...: configures where needed, and builds. Safe to run many times at once.
yomi_build() { yomi_lock "build of $1" yomi_build_locked "$@"; }

yomi_build_locked() {
  local preset=$1 folder="$yomi_root/build/$1" log="$yomi_root/build/$1/build.log" status
  shift
  [[ -t 2 ]] || yomi_say "building $preset"
  trap 'echo >&2; exit 130' INT
  yomi_configure_locked "$preset"
  NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$yomi_jobs" "$@" 2>&1 </dev/null |
    yomi_progress "$log" "$preset"
  status=${PIPESTATUS[0]}
  trap - INT
  ((status == 0)) && return
  cat "$log" >&2
  yomi_die "the build of $preset failed; what it printed is above and in ${log#"$yomi_root"/}"
}

# yomi_node: node 18 or later and npm are here, those on PATH or else Debian's.
yomi_node() {
  local version
  version=$(node --version 2>/dev/null) && [[ $version =~ ^v([0-9]+) ]] && ((BASH_REMATCH[1] >= 18)) &&
    command -v npm >/dev/null && return
  yomi_setup node
}

# yomi_page: build/page/page.bin, the page in one file, is there and newer than web/ and the examples and problems that it shows. node_modules goes by the lock file.
yomi_page() {
  yomi_page_is_current && return
  yomi_node
  yomi_lock 'build of the page' yomi_page_locked
}

yomi_page_is_current() {
  local page=$yomi_root/build/page/page.bin
  [[ -e $page && -z $(find "$yomi_root"/{web,examples,problems} -name node_modules -prune -o -newer "$page" -print -quit) ]]
}

yomi_page_locked() {
  yomi_page_is_current && return
  local folder=$yomi_root/build/page log=$yomi_root/build/page/build.log start=${EPOCHREALTIME/,/.}
  { mkdir -p "$folder" && : >"$log"; } || exit 125
  yomi_say "building the page"
  cd "$yomi_root/web" || exit 125
  if ! cmp --silent package-lock.json node_modules/.yomi-lock; then
    yomi_logged "$log" npm ci --ignore-scripts --no-audit --no-fund || yomi_die "npm could not install what web/package-lock.json lists"
    cp package-lock.json node_modules/.yomi-lock || exit 125
  fi
  yomi_logged "$log" npx vite build --outDir "$folder/files" --emptyOutDir || yomi_die "the page could not be built"
  yomi_logged "$log" node pack.mjs "$folder/files" "$folder/page.bin" || yomi_die "the page could not be packed"
  touch --date="@$start" "$folder/page.bin"
  cd "$OLDPWD" || exit 125
}

# yomi_page_program: the optimised program with the page in it.
yomi_page_program() {
  yomi_page_program_is_current && return
  yomi_setup build page
  yomi_page
  yomi_lock 'build of release' yomi_page_program_locked
}

yomi_page_program_is_current() {
  [[ -x $yomi_root/build/release/apps/page/yomi ]] && yomi_page_is_current && yomi_is_current "$yomi_root/build/.page-program"
}

yomi_page_program_locked() {
  yomi_page_program_is_current && return
  local start=${EPOCHREALTIME/,/.}
  # A folder that was configured before the packages were there knows nothing of the page.
  grep -qs '^build yomi_page:' "$yomi_root/build/release/build.ninja" || rm -f "$yomi_root/build/release/CMakeCache.txt" "$yomi_root/build/release/build.ninja"
  yomi_build_locked release yomi_page && touch --date="@$start" "$yomi_root/build/.page-program"
}

# yomi_program: the optimised program is there and newer than its sources. Returns at once when it is.
yomi_program() {
  yomi_program_is_current && return
  yomi_setup build
  yomi_lock 'build of release' yomi_program_locked
}

yomi_program_is_current() {
  [[ -x $yomi_root/build/release/apps/yomi ]] && yomi_is_current "$yomi_root/build/.program"
}

yomi_program_locked() {
  yomi_program_is_current && return  # somebody else built it while we waited
  # The stamp is as old as the start: what changes while we build is newer.
  local start=${EPOCHREALTIME/,/.}
  yomi_build_locked release yomi && touch --date="@$start" "$yomi_root/build/.program"
}
