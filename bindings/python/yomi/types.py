"""Cards, hands, deals, calls, auctions and contracts as small values.

They read what people write ('sa', '10h', '1n', 'dbl') and print one spelling. Cards, calls and hands are strings, so they
can be compared with strings and written as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterable, Iterator, Optional, Sequence, Union

import numpy as np

from . import _yomi

SEATS = ("N", "E", "S", "W")
STRAINS = ("C", "D", "H", "S", "NT")
SUITS = ("C", "D", "H", "S")
RANKS = "23456789TJQKA"


class Card(str):
    """A card, suit first.

    >>> Card("10h"), Card("sa").suit, Card("sa").rank
    ('HT', 'S', 'A')
    """

    def __new__(cls, text: str) -> "Card":
        return super().__new__(cls, _yomi.card(text))

    @property
    def suit(self) -> str:
        return self[0]

    @property
    def rank(self) -> str:
        return self[1]

    @property
    def index(self) -> int:  # type: ignore[override]
        """Its column in an array of deals, from the club two (0) to the spade ace (51)."""
        return SUITS.index(self[0]) * 13 + RANKS.index(self[1])


class Call(str):
    """A call.

    >>> Call("1n"), Call("dbl"), Call("p")
    ('1NT', 'X', 'Pass')
    """

    def __new__(cls, text: str) -> "Call":
        return super().__new__(cls, _yomi.call(text))

    @property
    def is_bid(self) -> bool:
        return self[0].isdigit()


class Hand(str):
    """The cards of one seat, spades first.

    >>> hand = Hand("S AKJ52 H K4 D QJ3 C A62")
    >>> hand, hand.hcp, hand.shape, hand.suit("S")
    ('AKJ52.K4.QJ3.A62', 18, (5, 2, 3, 3), 'AKJ52')
    >>> hand.cards[:2]
    ['SA', 'SK']
    """

    def __new__(cls, text: str) -> "Hand":
        return super().__new__(cls, _yomi.hand(text))

    def suit(self, suit: str) -> str:
        """The ranks of one suit."""
        if suit not in SUITS:
            raise ValueError(f"suit: expected C, D, H or S, found {suit!r}")
        return self.split(".")[3 - SUITS.index(suit)]

    @property
    def cards(self) -> list[Card]:
        return [Card(suit + rank) for suit in reversed(SUITS) for rank in self.suit(suit)]

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum("JQKA".find(rank) + 1 for rank in self if rank != ".")

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Lengths of spades, hearts, diamonds and clubs."""
        s, h, d, c = (len(ranks) for ranks in self.split("."))
        return s, h, d, c


@dataclass(frozen=True)
class Deal:
    """Four hands, as PBN writes them.

    >>> deal = Deal("N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853")
    >>> deal["S"], deal["S"].hcp
    ('A75.QJ765.Q92.K7', 12)
    >>> Deal.of(N="AK...", E="QJ...", S="T9...", W="87...").pbn
    'N:AK... QJ... T9... 87...'
    """

    pbn: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "pbn", _yomi.to_pbn(_yomi.from_pbn([self.pbn]))[0])

    @classmethod
    def of(cls, N: str, E: str, S: str, W: str) -> "Deal":
        """From four hands."""
        return cls("N:" + " ".join(Hand(hand) for hand in (N, E, S, W)))

    @classmethod
    def from_row(cls, row: np.ndarray) -> "Deal":
        """From a row of an array of deals."""
        return cls(_yomi.to_pbn(np.asarray([row]))[0])

    def __getitem__(self, seat: str) -> Hand:
        return Hand(self.pbn[2:].split(" ")[SEATS.index(_yomi.seat(seat))])

    @property
    def hands(self) -> dict[str, Hand]:
        return {seat: self[seat] for seat in SEATS}

    @property
    def row(self) -> np.ndarray:
        """The seat (0 N to 3 W, 255 nobody) of each card from the club two to the spade ace."""
        row: np.ndarray = _yomi.from_pbn([self.pbn])[0]
        return row

    def __str__(self) -> str:
        return self.pbn


@dataclass(frozen=True)
class Contract:
    """A contract and its declarer.

    >>> contract = Contract("4sx", "S")
    >>> contract.level, contract.strain, contract.doubled, contract.leader
    (4, 'S', 1, 'W')
    >>> contract.score(10, vulnerable=True), contract.score(8)
    (790, -300)
    """

    text: str
    declarer: str = "N"
    level: int = field(init=False, compare=False, repr=False)
    strain: str = field(init=False, compare=False, repr=False)
    doubled: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        level, strain, doubled, declarer = _yomi.contract(self.text, self.declarer)
        for name, value in (("text", f"{level}{strain}{'X' * doubled}"), ("declarer", declarer), ("level", level),
                            ("strain", strain), ("doubled", doubled)):
            object.__setattr__(self, name, value)

    @property
    def leader(self) -> str:
        return SEATS[(SEATS.index(self.declarer) + 1) % 4]

    @property
    def dummy(self) -> str:
        return SEATS[(SEATS.index(self.declarer) + 2) % 4]

    def score(self, tricks: int, vulnerable: bool = False) -> int:
        """Points for the declaring side if it takes so many of 13 tricks."""
        return _yomi.score(self.text, vulnerable, tricks)

    def __str__(self) -> str:
        return f"{self.text} by {self.declarer}"


class Auction:
    """Calls in turn from the dealer; each is checked.

    >>> auction = Auction("1S Pass 4S AP", dealer="S")
    >>> auction.over, str(auction.contract), auction.calls[2]
    (True, '4S by S', '4S')
    >>> Auction("1S").add("X").legal()[:3]
    ['Pass', 'XX', '1NT']
    """

    def __init__(self, calls: Union[str, Iterable[str]] = (), dealer: str = "N") -> None:
        self.dealer = _yomi.seat(dealer)
        made = _yomi.calls(calls) if isinstance(calls, str) else [str(call) for call in calls]
        self._state = _yomi.auction(self.dealer, made)

    def add(self, call: str) -> "Auction":
        """A new auction with one more call."""
        return Auction([*self.calls, call], self.dealer)

    @property
    def calls(self) -> list[Call]:
        return [Call(call) for call in self._state["calls"]]

    @property
    def turn(self) -> str:
        """Who calls next; after the end, who would have called next."""
        return str(self._state["turn"])

    @property
    def over(self) -> bool:
        return bool(self._state["over"])

    @property
    def contract(self) -> Optional[Contract]:
        """The contract so far; None while nobody has bid."""
        reached = self._state["contract"]
        return None if reached is None else Contract(*reached)

    def legal(self) -> list[Call]:
        return [Call(call) for call in self._state["legal"]]

    def __iter__(self) -> Iterator[Call]:
        return iter(self.calls)

    def __len__(self) -> int:
        return len(self._state["calls"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Auction) and (self.dealer, self.calls) == (other.dealer, other.calls)

    def __str__(self) -> str:
        return " ".join(self.calls)

    def __repr__(self) -> str:
        return f"Auction({str(self)!r}, dealer={self.dealer!r})"


def imps(points: int) -> int:
    """IMPs for a difference in points, with its sign.

    >>> imps(430), imps(-50)
    (10, -2)
    """
    return _yomi.imps(points)


def matchpoints(scores: Sequence[int]) -> list[int]:
    """Matchpoints of each score among all: 2 for every score beaten, 1 for every equal one.

    >>> matchpoints([420, 450, 420])
    [1, 4, 1]
    """
    return _yomi.matchpoints(list(scores))
