#!/usr/bin/env python3
"""Matches at `yomi table` between `yomi seat` and the picky player, with whatever may go wrong.

  table_match.py PROGRAM match --runs 2        whole matches, delays, lines in pieces and together
  table_match.py PROGRAM kill --runs 3         kill -9 of any one process at a random moment, and its restart
  table_match.py PROGRAM crowd                 idle, flooding and half-open connections beside the match

Everything stays on this machine. Status 0 when every match ended as it should.
"""
import argparse
import collections
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FAST = 'pimc:deals=2,cards=off,bidding=rules'
# By room: who sits where. The picky team is the first.
PLACES = [(team, seat) for team, seats in
          (('picky', ('North', 'South')), ('yomi', ('East', 'West')), ('picky', ('East', 'West')),
           ('yomi', ('North', 'South'))) for seat in seats]


class Failed(Exception):
    pass


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Match:
    def __init__(self, asked, number, folder):
        self.asked, self.folder = asked, folder
        self.draw = random.Random('%s %d' % (asked.seed, number))
        self.port = free_port()
        self.record = os.path.join(folder, 'match.pbn')
        self.started = []
        self.server = None
        self.clients = {}

    def start(self, name, command):
        log = open(os.path.join(self.folder, name + '.err'), 'a')
        out = open(os.path.join(self.folder, name + '.out'), 'a')
        process = subprocess.Popen(command, stdout=out, stderr=log)
        self.started.append(process)
        return process

    def start_server(self):
        self.server = self.start('table', [
            self.asked.program, 'table', '--port', str(self.port), '--count', str(self.asked.boards), '--seed',
            str(self.asked.seed), '--rooms', '2', '--record', self.record, '--resume', '--away', '60', '--silence',
            '120', '--json'])

    def start_client(self, place):
        team, seat = place
        name = '%s-%s' % place
        if team == 'picky':
            command = [sys.executable, os.path.join(HERE, 'picky_player.py'), '--port', str(self.port), '--team', team,
                       '--seat', seat, '--seed', str(self.draw.randint(1, 10**6)), '--delay', str(self.asked.delay),
                       '--log', os.path.join(self.folder, name + '.lines')]
        else:
            command = [self.asked.program, 'seat', '--port', str(self.port), '--team', team, '--seat', seat, '--player',
                       FAST, '--connect', '60', '--return', '60', '--session', os.path.join(self.folder, name + '.lines')]
        self.clients[place] = self.start(name, command)

    def wait_for(self, process, limit):
        try:
            return process.wait(max(0.1, limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Failed('hangs')

    def stop(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()

    def tell(self):
        for name in sorted(os.listdir(self.folder)):
            if name.endswith('.err') or name.endswith('.lines'):
                with open(os.path.join(self.folder, name)) as file:
                    lines = file.read().splitlines()[-6:]
                print('--', name, *lines, sep='\n   ', file=sys.stderr)

    def check_record(self):
        with open(self.record) as file:
            text = file.read()
        played = collections.Counter()
        for board in text.split('\n\n'):
            tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]', board, re.M))
            if 'Board' in tags:
                played[(tags['Room'], int(tags['Board']))] += 1
                if 'Result' not in tags or ('Auction' not in tags):
                    raise Failed('board %s is not whole' % tags['Board'])
        wanted = {(room, number): 1 for room in ('Open', 'Closed') for number in range(1, self.asked.boards + 1)}
        if dict(played) != wanted:
            raise Failed('the record has %d boards, %d different ones, expected %d' %
                         (sum(played.values()), len(played), len(wanted)))

    def check_end(self, limit, ok_clients=(0,)):
        status = self.wait_for(self.server, limit)
        if status != 0:
            raise Failed('the table ended with status %d' % status)
        for place, client in self.clients.items():
            status = self.wait_for(client, limit)
            if status not in ok_clients:
                raise Failed('%s %s ended with status %d' % (place + (status,)))
        self.check_record()


def play(match):
    match.start_server()
    for place in match.draw.sample(PLACES, len(PLACES)):
        match.start_client(place)
    match.check_end(time.monotonic() + match.asked.limit)


def play_and_kill(match):
    """One process is killed at a random moment and started again. A picky player never comes back by itself."""
    match.start_server()
    for place in PLACES:
        match.start_client(place)
    limit = time.monotonic() + match.asked.limit
    kills = 0
    while kills < match.asked.kills and match.server.poll() is None:
        time.sleep(match.draw.random() * match.asked.moment)
        if match.server.poll() is not None:
            break
        victim = match.draw.choice(['table'] + PLACES)
        kills += 1
        if victim == 'table':
            match.server.send_signal(signal.SIGKILL)
            match.server.wait()
            match.start_server()
            for place in PLACES:
                if place[0] == 'picky':
                    match.wait_for(match.clients[place], limit)
                    match.start_client(place)
        elif match.clients[victim].poll() is None:
            match.clients[victim].send_signal(signal.SIGKILL)
            match.clients[victim].wait()
            match.start_client(victim)
    # A player that was just about to start when the end came finds no server any more.
    match.check_end(limit, ok_clients=(0, 1, 2, 4) if kills else (0,))
    return kills


def play_in_a_crowd(match):
    match.start_server()
    crowd = []

    def connect():
        for _ in range(100):
            try:
                crowd.append(socket.create_connection(('127.0.0.1', match.port)))
                return crowd[-1]
            except ConnectionRefusedError:
                time.sleep(0.1)
        raise Failed('no server')

    for _ in range(100):
        connect()
    for _ in range(10):
        connect().sendall(b'Connecting "half" as Nor')
    flooding = [connect() for _ in range(10)]
    for sock in flooding:
        sock.setblocking(False)
    for place in PLACES:
        match.start_client(place)
    limit = time.monotonic() + match.asked.limit
    while match.server.poll() is None and time.monotonic() < limit:
        for i, sock in enumerate(flooding):
            try:
                sock.send(b'North ready for tea\r\n' * 50 if i % 2 else b'x' * 1000)
            except BlockingIOError:
                pass
            except OSError:
                crowd.remove(sock)
                sock.close()
                if match.server.poll() is not None:
                    break
                try:
                    flooding[i] = connect()
                except Failed:
                    break
                flooding[i].setblocking(False)
        time.sleep(0.05)
    match.check_end(limit)


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument('program')
    parse.add_argument('what', choices=['match', 'kill', 'crowd'])
    parse.add_argument('--runs', type=int, default=1)
    parse.add_argument('--boards', type=int, default=16)
    parse.add_argument('--seed', type=int, default=1)
    parse.add_argument('--delay', type=float, default=0.01)
    parse.add_argument('--kills', type=int, default=1, help='in each match')
    parse.add_argument('--moment', type=float, default=8, help='latest time of a kill in seconds')
    parse.add_argument('--limit', type=float, default=600, help='seconds for a match')
    asked = parse.parse_args()
    for number in range(1, asked.runs + 1):
        with tempfile.TemporaryDirectory(prefix='yomi-table-') as folder:
            match = Match(asked, number, folder)
            start = time.monotonic()
            try:
                {'match': play, 'kill': play_and_kill, 'crowd': play_in_a_crowd}[asked.what](match)
            except Failed as failed:
                print('run %d: %s' % (number, failed), file=sys.stderr)
                match.tell()
                sys.exit(1)
            finally:
                match.stop()
            print('run %d: %d boards in two rooms, %.1f s' % (number, asked.boards, time.monotonic() - start), flush=True)


if __name__ == '__main__':
    main()
