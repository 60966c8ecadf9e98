#!/bin/sh
# slurm_check.sh YOMI: a job of two ranks under Slurm, with munged, slurmctld and slurmd of its own on this machine, gives what
# one process gives. Skips (77), saying why, where the daemons are not installed or cannot start.
set -eu
yomi=$1
skip() {
  echo "skipped: $*"
  exit 77
}
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd srun sbatch mpirun; do
  command -v "$program" >/dev/null || skip "$program is not installed"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd wants to be root"
work=$(mktemp -d)
started=
cleanup() {
  # shellcheck disable=SC2086  # a list of numbers
  [ -z "$started" ] || kill $started 2>/dev/null || true
  sleep 1
  rm -rf "$work"
}
trap cleanup EXIT
chmod 755 "$work"
host=$(hostname -s)
port=$((20000 + $$ % 20000))
mkdir "$work/state" "$work/spool" "$work/munge"
chmod 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
cat >"$work/slurm.conf" <<END
ClusterName=yomi
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES OverSubscribe=FORCE:4 State=UP
END
export SLURM_CONF="$work/slurm.conf"
munged --foreground --force --key-file "$work/munge/key" --socket "$work/munge/socket" --pid-file "$work/munge/pid" \
  --log-file "$work/munge/log" --seed-file "$work/munge/seed" >/dev/null 2>&1 &
started=$!
sleep 1
kill -0 "$started" 2>/dev/null || skip "munged did not start: $(tail -n 1 "$work/munge/log" 2>/dev/null)"
slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
started="$started $!"
slurmd -D -f "$SLURM_CONF" -N "$host" >/dev/null 2>&1 &
started="$started $!"
tries=0
until sinfo -h -o %T 2>/dev/null | grep -q idle; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || skip "no node became idle: $(tail -n 1 "$work/slurmctld.log"); $(tail -n 1 "$work/slurmd.log")"
  sleep 1
done

"$yomi" library build "$work/one" --count 20 --seed 5 --threads 1 >/dev/null
cat >"$work/job.sh" <<END
#!/bin/sh
mpirun --allow-run-as-root --oversubscribe -n 2 "$yomi" library build "$work/two" --count 20 --seed 5 --threads 1
END
sbatch --wait --ntasks=2 --output="$work/job.log" "$work/job.sh" >/dev/null || {
  cat "$work/job.log"
  exit 1
}
cmp "$work/one" "$work/two"
echo "a job of two ranks under Slurm gives what one process gives"
