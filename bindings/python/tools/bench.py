"""The speed of the module, in CPU time on one thread, with answers checked: bench.py [PROGRAM] [DEALS] [DRAWS]

Against the program's own tables, and against the way of other Python packages: ctypes on Debian's libdds.
"""
import ctypes
import ctypes.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

import yomi

ONE_NOTRUMP = "hcp(south) >= 15 && hcp(south) <= 17 && shape(south, any 4333 + any 4432 + any 5332) && hcp(north) >= 8"


def cpu(work):
    start = time.process_time()
    answer = work()
    return time.process_time() - start, answer


def by_program(program, deals):
    with tempfile.NamedTemporaryFile("w", suffix=".pbn") as file:
        for number, deal in enumerate(yomi.to_deals(deals), 1):
            file.write(f'[Board "{number}"]\n[Deal "{deal}"]\n\n')
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        lines = subprocess.run([program, "solve", "--table", "--json", "--threads", "1", file.name], capture_output=True, check=True,
                               text=True).stdout.splitlines()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, [json.loads(line) for line in lines]


def by_dds(deals):
    dds = ctypes.CDLL("libdds.so.0")
    dds.SetMaxThreads(1)

    class Cards(ctypes.Structure):
        _fields_ = [("cards", ctypes.c_char * 80)]

    def tables():
        made = np.zeros((len(deals), 4, 5), np.uint8)
        for i, deal in enumerate(yomi.to_deals(deals)):
            result = (ctypes.c_int * 20)()
            if dds.CalcDDtablePBN(Cards(str(deal).encode()), ctypes.byref(result)) != 1:
                raise RuntimeError("libdds refused a deal")
            by_strain = np.array(result).reshape(5, 4)  # S H D C NT by N E S W
            made[i] = by_strain[[3, 2, 1, 0, 4]].T
        return made
    return cpu(tables)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    count, draws = (int(sys.argv[i]) if len(sys.argv) > i else number for i, number in ((2, 200), (3, 1_000_000)))
    deals = yomi.draw("", count, seed=7)
    spent, tables = cpu(lambda: yomi.tables(deals, threads=1))
    print(f"tables: {1000 * spent / count:.1f} ms a deal")
    if program:
        other, lines = by_program(program, deals)
        assert len(lines) == count
        print(f"  yomi solve --table: {1000 * other / count:.1f} ms a deal; the module takes {spent / other:.3f} of that")
    if ctypes.util.find_library("dds") or os.path.exists("/usr/lib/x86_64-linux-gnu/libdds.so.0"):
        few = deals[:max(1, count // 10)]
        ours, _ = cpu(lambda: yomi.tables(few, threads=1))
        other, theirs = by_dds(few)
        assert (theirs == tables[:len(few)]).all(), "libdds has another table"
        print(f"  ctypes on libdds, {len(few)} deals: {1000 * other / len(few):.1f} ms a deal; {other / ours:.1f} times ours")
    yomi.draw(ONE_NOTRUMP, 1, seed=1)
    spent, drawn = cpu(lambda: yomi.draw(ONE_NOTRUMP, draws, seed=1, threads=1))
    points = (drawn == 2)[:, :] @ np.tile([0] * 9 + [1, 2, 3, 4], 4)
    assert ((points >= 15) & (points <= 17)).all()
    array, _ = cpu(lambda: np.full((draws, 52), 1, np.uint8))
    print(f"draw: {1e6 * spent / draws:.2f} µs a deal, of which the array {1e6 * array / draws:.2f}")


if __name__ == "__main__":
    main()
