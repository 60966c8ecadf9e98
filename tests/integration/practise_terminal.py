#!/usr/bin/env python3
"""Sits down at `yomi practise` on a terminal of 80 by 24 and plays a board of bridge, or a game of Daihinmin.

Every page must fit the terminal. Leaves with status 1 and a message when something is not as it should be.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

CLEAR = '\x1b[H\x1b[2J\x1b[3J'


class Terminal:
    def __init__(self, words):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM='xterm', LANG='C.UTF-8')
            os.environ.pop('NO_COLOR', None)
            os.execv(words[0], words)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
        self.text = ''
        self.colours = False
        self.pages = 0

    def page(self, limit=120):
        """The page up to its prompt."""
        end = time.monotonic() + limit
        data = b''
        while time.monotonic() < end:
            ready, _, _ = select.select([self.fd], [], [], 0.2)
            if ready:
                try:
                    part = os.read(self.fd, 65536)
                except OSError:
                    part = b''
                if not part:
                    return None
                data += part
                continue
            text = data.decode('utf-8', 'replace')
            if text.endswith('> '):
                return self.check(text)
        raise SystemExit('no prompt within %g s: %r' % (limit, data[-300:]))

    def check(self, text):
        self.colours = self.colours or '\x1b[31m' in text
        self.pages += 1
        text = re.sub('\x1b\\[[0-9]*m', '', text.split(CLEAR)[-1])
        lines = text.replace('\r', '').split('\n')
        if len(lines) > 24 or any(len(line) > 80 for line in lines):
            raise SystemExit('a page of %d lines does not fit:\n%s' % (len(lines), text))
        if '\x1b' in text:
            raise SystemExit('an odd sign on the page: %r' % text)
        return text

    def say(self, line):
        os.write(self.fd, (line + '\n').encode())
        return self.page()

    def end(self, line='quit'):
        if line:
            os.write(self.fd, (line + '\n').encode())
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def expect(what, text):
    found = re.search(what, ' '.join((text or '').split()))
    if not found:
        raise SystemExit('expected %r on the page:\n%s' % (what, text))
    return found


def bridge(program):
    robot = 'pimc:deals=2,bidding=rules'
    terminal = Terminal([program, 'practise', '--seed', '5', '--robots', robot, '--hints', robot])
    page = terminal.page()
    expect('South \\(you\\)', page)
    expect('Expected', terminal.say('8nt'))
    expect('would say', terminal.say('explain 7nt'))
    expect('Par: N-S', terminal.say('par'))
    calls, cards, claimed = 0, 0, False
    for _ in range(200):
        if 'next board' in page:
            break
        if 'call >' in page:
            hint = expect('Hint: (\\S+)\\. ', terminal.say('hint')).group(1)
            page = terminal.say(hint.translate(str.maketrans('♠♥♦♣', 'shdc')))
            calls += 1
            if calls == 1 and 'call >' in page:
                expect('Taken back', terminal.say('undo'))
                page = terminal.say(hint.translate(str.maketrans('♠♥♦♣', 'shdc')))
            continue
        cards += 1
        if cards == 3:
            expect('Taken back', terminal.say('undo'))
        if cards == 4:
            expect('HCP|any hand|shows', terminal.say('explain 1'))
            expect('Expected a number', terminal.say('claim 14'))
        if cards == 20 and not claimed:
            claimed = True
            page = terminal.say('claim 0')
            continue
        found = expect('Hint: ([♠♥♦♣])([2-9TJQKA])', terminal.say('hint'))
        page = terminal.say('shdc'['♠♥♦♣'.index(found.group(1))] + found.group(2))
    expect('Par: N-S', page)
    expect('IMPs against par', page)
    expect('again', terminal.say('again and again'))
    page = terminal.say('')
    expect('Board 2', page)
    if not terminal.colours:
        raise SystemExit('no colours on a terminal that has them')
    if terminal.end() != 0:
        raise SystemExit('it did not end well')
    print('bridge: %d pages' % terminal.pages)


def daihinmin(program):
    terminal = Terminal([program, 'practise', 'daihinmin', '--seed', '3', '--playouts', '20'])
    page = terminal.page()
    expect('Your hand', page)
    expect('Hint:', terminal.say('hint'))
    expect('Expected cards', terminal.say('z9'))
    page = terminal.say('1')
    undone = False
    for _ in range(60):
        if 'next game' in page:
            break
        if not undone:
            undone = True
            page = terminal.say('undo')
        expect('You can play', terminal.say('list'))
        page = terminal.say('1')
    expect('Places', page)
    page = terminal.say('')
    expect('give|Your hand', page)
    if terminal.end() != 0:
        raise SystemExit('it did not end well')
    print('daihinmin: %d pages' % terminal.pages)


def stopped(program):
    terminal = Terminal([program, 'practise', '--seed', '5', '--robots', 'pimc:deals=1,bidding=rules'])
    terminal.page()
    os.kill(terminal.pid, signal.SIGINT)
    if terminal.end('') != 130:
        raise SystemExit('Ctrl-C: expected status 130')


if __name__ == '__main__':
    {'bridge': bridge, 'daihinmin': daihinmin, 'stopped': stopped}[sys.argv[2]](sys.argv[1])
