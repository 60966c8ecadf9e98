"""Double-dummy answers: what happens when everybody sees all four hands and nobody errs."""

from __future__ import annotations

from typing import Callable, Iterable, Optional, Sequence, Union

import numpy as np

from . import _yomi
from ._engine import engine
from .types import SEATS, STRAINS, Card, Deal

DealLike = Union[Deal, str]
Deals = Union[np.ndarray, Iterable[DealLike]]
Progress = Optional[Callable[[float], object]]


def to_rows(deals: Deals) -> np.ndarray:
    """Deals as rows of 52 seats (0 N to 3 W, 255 nobody), one for each card from the club two to the spade ace."""
    if isinstance(deals, np.ndarray):
        if deals.dtype != np.uint8 and deals.size and (deals.dtype.kind not in "iu" or deals.min() < 0 or deals.max() > 255):
            raise ValueError("deals: expected an array of n rows of 52 seats")
        return deals
    if isinstance(deals, (str, Deal)):
        raise TypeError("deals: expected a list of deals or an array")
    return _yomi.from_pbn([str(deal) for deal in deals])


def to_deals(rows: np.ndarray) -> list[Deal]:
    """Rows as Deal objects."""
    return [Deal(text) for text in _yomi.to_pbn(to_rows(rows))]


def solve(deal: DealLike, trump: str, leader: str, play: Sequence[str] = ()) -> dict[Card, int]:
    """The tricks that each legal card leads to, for the side to play, best first. `leader` leads to the first trick, and `play`
    are the cards since then.

    >>> solve("N:AQ... 42... 65... K3...", "NT", "S", ["S6", "S3"])
    {'SQ': 2, 'SA': 1}
    """
    return {Card(card): tricks for card, tricks in _yomi.solve(engine(), str(deal), trump, leader, list(play))}


def leads(deal: DealLike, trump: str, declarer: str) -> dict[Card, int]:
    """The tricks that the defence takes after each opening lead, best first.

    >>> leads("N:AQ... 42... 65... K3...", "NT", "W")
    {'SA': 1, 'SQ': 1}
    """
    return solve(deal, trump, SEATS[(SEATS.index(_yomi.seat(declarer)) + 1) % 4])


def table(deal: DealLike) -> dict[str, dict[str, int]]:
    """The declarer's tricks, by declarer and strain.

    >>> table("N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853")["S"]
    {'C': 8, 'D': 13, 'H': 13, 'S': 10, 'NT': 13}
    """
    cells = tables([deal], threads=1)[0]
    return {seat: {strain: int(cells[s, d]) for d, strain in enumerate(STRAINS)} for s, seat in enumerate(SEATS)}


def tables(deals: Deals, threads: int = 0, progress: Progress = None) -> np.ndarray:
    """The tricks of many deals, on all cores: an array of deals by declarers N E S W by strains C D H S NT. `progress` is
    called from time to time with the share done.

    >>> tables(["N:AQ... 42... 65... K3..."] * 3).shape
    (3, 4, 5)
    """
    return _yomi.tables(engine(), to_rows(deals), threads, progress)


def par(deal: Union[DealLike, np.ndarray], vulnerable: str = "None", dealer: str = "N") -> tuple[int, list[str]]:
    """The par score for North-South and the contracts that reach it; of a deal, or of a table of `tables`.

    >>> par("N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853")
    (1520, ['7N-NS'])
    """
    cells = deal if isinstance(deal, np.ndarray) else tables([deal], threads=1)[0]
    score, contracts = _yomi.par(cells, vulnerable, dealer)
    return score, contracts


def play_costs(deal: DealLike, trump: str, leader: str, play: Sequence[str]) -> list[int]:
    """What each card of a play cost its side, in tricks.

    >>> play_costs("N:AQ... 42... 65... K3...", "NT", "S", ["S6", "S3", "SA", "S2"])
    [0, 0, 1, 0]
    """
    return list(_yomi.costs(engine(), str(deal), trump, leader, list(play))[1])
