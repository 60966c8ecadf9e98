#!/usr/bin/env python3
"""A player of the championship protocol, version 18, written from its description alone.

It takes nothing but the exact lines that the description has, in the order that it has, and leaves with status 3
and a message at the first line that differs; with 4 when nothing comes for too long. Its own lines go out in pieces
and together, with delays, in the ways that are allowed. It knows the rules of bridge and checks what it is told.
"""
import argparse
import random
import re
import socket
import sys
import time

SEATS = ['North', 'East', 'South', 'West']
RANKS = '23456789TJQKA'
STRAINS = ['C', 'D', 'H', 'S', 'NT']
HAND = r'S((?: [AKQJT2-9])+| -)\. H((?: [AKQJT2-9])+| -)\. D((?: [AKQJT2-9])+| -)\. C((?: [AKQJT2-9])+| -)\.'
TIMING = (r'Timing - N/S : this board  (\d\d+):(\d\d),  total  (\d+):(\d\d):(\d\d)\.  '
          r'E/W : this board  (\d\d+):(\d\d),  total  (\d+):(\d\d):(\d\d)')


class Wrong(Exception):
    pass


class Again(Exception):
    """The board is started again."""


class Over(Exception):
    """The session has ended."""


class Lines:
    """CRLF lines over a socket; what is sent goes out in pieces of any size."""

    def __init__(self, sock, draw, delay, patience, log):
        self.sock, self.draw, self.delay, self.patience, self.log = sock, draw, delay, patience, log
        self.got, self.held = b'', b''

    def wait_a_little(self):
        if self.delay > 0 and self.draw.random() < 0.3:
            time.sleep(self.draw.random() * self.delay)

    def send(self, line, hold=False):
        """With `hold` the line goes out together with the next one."""
        self.note('> ' + line)
        self.held += line.encode('ascii') + b'\r\n'
        if not hold:
            self.flush()

    def flush(self):
        out, self.held = self.held, b''
        while out:
            self.wait_a_little()
            size = len(out) if self.draw.random() < 0.7 else self.draw.randint(1, len(out))
            self.sock.sendall(out[:size])
            out = out[size:]

    def receive(self):
        self.flush()
        self.sock.settimeout(self.patience)
        while b'\n' not in self.got:
            try:
                part = self.sock.recv(self.draw.choice([1, 7, 4096]))
            except socket.timeout:
                raise TimeoutError('nothing came for %g s' % self.patience)
            if not part:
                raise ConnectionError('the server closed the connection')
            self.got += part
        line, self.got = self.got.split(b'\n', 1)
        if not line.endswith(b'\r'):
            raise Wrong('a line does not end with CRLF: %r' % line)
        text = line[:-1].decode('ascii')
        self.note('< ' + text)
        return text

    def note(self, text):
        if self.log:
            self.log.write(text + '\n')
            self.log.flush()


class Player:
    def __init__(self, lines, seat, team, draw):
        self.lines, self.seat, self.team, self.draw = lines, seat, team, draw
        self.me = SEATS.index(seat)
        self.boards = 0

    # What may come in place of anything else.
    def receive(self, pattern, may_start_again=True):
        line = self.lines.receive()
        found = re.fullmatch(pattern, line)
        if found:
            return found
        if may_start_again and line == 'Start of board':
            raise Again()
        if line == 'End of session':
            raise Over()
        raise Wrong('expected /%s/, found %r' % (pattern, line))

    def ready(self, what):
        self.lines.send('%s ready %s' % (self.seat, what))

    def play_session(self):
        more = ' and some words more' if self.draw.random() < 0.5 else ''
        self.lines.send('Connecting "%s" as %s using protocol version 18%s' % (self.team, self.seat, more))
        self.receive(r'%s \("%s"\) seated' % (self.seat, re.escape(self.team)), False)
        self.ready('for teams')
        teams = self.receive(r'Teams : N/S : "([^"]+)" E/W : "([^"]+)"', False)
        if teams[1 + self.me % 2] != self.team:
            raise Wrong('seated in another team: ' + teams[0])
        self.ready('to start')
        try:
            self.receive('Start of board', False)
            while True:
                try:
                    self.play_board()
                    # One line, whatever it is, is taken for the timing: so it had better be it.
                    self.receive(TIMING, False)
                    self.boards += 1
                    self.receive('Start of board', False)
                except Again:
                    pass
        except Over:
            pass

    def hand(self, found):
        cards = []
        for suit, ranks in zip('SHDC', found.groups()):
            listed = [r for r in ranks.split() if r != '-']
            if listed != sorted(listed, key=RANKS.index, reverse=True):
                raise Wrong('ranks are not in order: ' + found[0])
            cards += [r + suit for r in listed]
        if len(cards) != 13 or len(set(cards)) != 13:
            raise Wrong('not thirteen cards: ' + found[0])
        return cards

    def play_board(self):
        self.ready('for deal')
        info = self.receive(r'Board number (\d+)\. Dealer (North|East|South|West)\. (Neither|N/S|E/W|Both) vulnerable\.')
        self.ready('for cards')
        self.cards = self.hand(self.receive(self.seat + r"'s cards : " + HAND))
        calls = self.auction(SEATS.index(info[2]))
        bids = [(i, c) for i, (_, c) in enumerate(calls) if c[0].isdigit()]
        if not bids:
            return
        last = bids[-1][1]
        side = calls[bids[-1][0]][0] % 2
        declarer = next(who for who, c in calls if c[0].isdigit() and c[1:] == last[1:] and who % 2 == side)
        self.play(declarer, last[1:])

    def auction(self, dealer):
        calls = []
        while not (len(calls) >= 4 and all(c == 'P' for _, c in calls[-3:])):
            turn = (dealer + len(calls)) % 4
            if turn == self.me:
                call = self.choose(calls)
                self.say_call(call)
            else:
                self.ready("for %s's bid" % SEATS[turn])
                call = self.hear_call(turn)
                if call not in self.legal(calls + [], turn):
                    raise Wrong('%s is not legal' % call)
            calls.append((turn, call))
        return calls

    def legal(self, calls, turn):
        bids = [(who, c) for who, c in calls if c[0].isdigit()]
        spoken = [(who, c) for who, c in calls if c != 'P']
        legal = ['P']
        if spoken and spoken[-1][0] % 2 != turn % 2:
            if spoken[-1][1][0].isdigit():
                legal.append('X')
            elif spoken[-1][1] == 'X':
                legal.append('XX')
        height = lambda bid: int(bid[0]) * 5 + STRAINS.index(bid[1:])
        low = height(bids[-1][1]) if bids else 4
        return legal + [b for b in ('%d%s' % (n, s) for n in range(1, 8) for s in STRAINS) if height(b) > low]

    def choose(self, calls):
        legal = self.legal(calls, self.me)
        if self.draw.random() < 0.6:
            return 'P'
        return self.draw.choice(legal[:8])

    def say_call(self, call):
        words = {'P': 'passes', 'X': 'doubles', 'XX': 'redoubles'}.get(call, 'bids ' + call)
        if self.draw.random() < 0.2:
            words = words.lower()
        if self.draw.random() < 0.2:
            words += ' Alert. ' + self.draw.choice(['strong', '5+ cards, 10-12 points', 'asks'])
        self.lines.send('%s %s' % (self.seat, words), hold=self.draw.random() < 0.3)

    def hear_call(self, turn):
        found = self.receive(SEATS[turn] + r' (passes|doubles|redoubles|bids ([1-7](?:C|D|H|S|NT)))( Alert\. (\S.*))?')
        if found[3]:
            if turn % 2 == self.me % 2:
                raise Wrong("partner's explanation was told: " + found[0])
            if found[0].endswith('.'):
                raise Wrong('a full stop at the end: ' + found[0])
        return found[2] or {'passes': 'P', 'doubles': 'X', 'redoubles': 'XX'}[found[1]]

    def play(self, declarer, strain):
        dummy = (declarer + 2) % 4
        self.left = {self.me: list(self.cards)}
        seen = set(self.cards)
        leader = (declarer + 1) % 4
        for trick in range(1, 14):
            table = []
            for step in range(4):
                turn = (leader + step) % 4
                mine = turn == self.me and turn != dummy or turn == dummy and self.me == declarer
                if mine:
                    if step == 0:
                        self.receive('Dummy to lead' if turn == dummy else self.seat + ' to lead')
                    card = self.choose_card(self.left[turn], table)
                    text = card if self.draw.random() < 0.8 else card.lower()
                    self.lines.send('%s plays %s' % (SEATS[turn], text), hold=False)
                else:
                    name = SEATS[turn]
                    if turn == dummy and (self.me != dummy or self.draw.random() < 0.5):
                        name = 'dummy'
                    self.ready("for %s's card to trick %d" % (name, trick))
                    card = self.receive(SEATS[turn] + r' plays ([AKQJT2-9][SHDC])')[1]
                    if turn in self.left:
                        if card not in self.left[turn]:
                            raise Wrong('%s does not hold %s' % (SEATS[turn], card))
                    elif card in seen:
                        raise Wrong('%s was played twice, or is held by another' % card)
                seen.add(card)
                if turn in self.left:
                    self.left[turn].remove(card)
                table.append((turn, card))
                if trick == 1 and step == 0 and self.me != dummy:
                    self.ready('for dummy')
                    cards = self.hand(self.receive(r"Dummy's cards : " + HAND))
                    if seen & set(cards):
                        raise Wrong('dummy holds cards that are elsewhere')
                    self.left[dummy] = cards
                    seen |= set(cards)
            led = table[0][1][1]
            power = lambda card: (2 if card[1] == strain else 1 if card[1] == led else 0, RANKS.index(card[0]))
            leader = max(table, key=lambda one: power(one[1]))[0]

    def choose_card(self, hand, table):
        following = [c for c in hand if table and c[1] == table[0][1][1]]
        return self.draw.choice(following or hand)


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument('--port', type=int, required=True)
    parse.add_argument('--team', required=True)
    parse.add_argument('--seat', required=True, choices=SEATS)
    parse.add_argument('--seed', type=int, default=1)
    parse.add_argument('--delay', type=float, default=0, help='longest delay in seconds')
    parse.add_argument('--patience', type=float, default=120)
    parse.add_argument('--expect', type=int, default=None, help='boards that must have been played')
    parse.add_argument('--log')
    asked = parse.parse_args()
    draw = random.Random('%s %s' % (asked.seed, asked.seat))
    log = open(asked.log, 'w') if asked.log else None
    sock = None
    for _ in range(100):
        try:
            sock = socket.create_connection(('127.0.0.1', asked.port))
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    if sock is None:
        sys.exit('no server')
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    player = Player(Lines(sock, draw, asked.delay, asked.patience, log), asked.seat, asked.team, draw)
    try:
        player.play_session()
    except Wrong as wrong:
        print('%s: %s' % (asked.seat, wrong), file=sys.stderr)
        sys.exit(3)
    except (TimeoutError, ConnectionError) as trouble:
        print('%s: %s' % (asked.seat, trouble), file=sys.stderr)
        sys.exit(4)
    if asked.expect is not None and player.boards != asked.expect:
        print('%s: expected %d boards, played %d' % (asked.seat, asked.expect, player.boards), file=sys.stderr)
        sys.exit(5)


if __name__ == '__main__':
    main()
