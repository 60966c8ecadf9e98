"""Bidding and card play with reasons: the player behind `yomi engine`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Union

from ._engine import advise, calls_of
from .belief import _view
from .types import Auction, Call, Card


@dataclass(frozen=True)
class CallAdvice:
    """A call, why, and what it shows; `reasons` has everything that was considered."""

    call: Call
    why: str
    shows: str
    alert: bool
    reasons: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class CardAdvice:
    """A card, and the value of each card in points for the side; `reasons` has the rest."""

    card: Card
    values: dict[str, float]
    reasons: dict[str, Any] = field(repr=False)


def bid(hand: str, auction: Union[str, Sequence[str], Auction] = (), dealer: str = "N", vulnerable: str = "None",
        **settings: Any) -> CallAdvice:
    """The call of the seat to act. Settings: system and their_system (a name or a file), look_ahead, time, seed, deals.

    >>> bid("AKJ2.K432.62.QJ3", "1NT Pass", look_ahead=False).call
    '2C'
    """
    found = advise({"do": "call", **_view(hand, auction, (), None, dealer, vulnerable, settings)})
    return CallAdvice(Call(found["call"]), found["why"], found["shows"], found["alert"], found)


def explain(auction: Union[str, Sequence[str], Auction], dealer: str = "N", vulnerable: str = "None",
            **settings: Any) -> dict[str, Any]:
    """What the calls of an auction show, and what is known of each hand. Settings: system, their_system.

    >>> explain("1NT Pass 2C")["calls"][2]["call"]
    '2C'
    """
    if isinstance(auction, Auction):
        dealer = auction.dealer
    return advise({"do": "explain", "auction": calls_of(auction), "dealer": dealer, "vulnerable": vulnerable, **settings})


def play(hand: str, auction: Union[str, Sequence[str], Auction], play: Sequence[str] = (), dummy: Optional[str] = None,
         dealer: str = "N", vulnerable: str = "None", **settings: Any) -> CardAdvice:
    """The card of the seat to act, from what that seat sees. Settings: engine, time, deals, seed, candidates, system.

    >>> play("KQJT9.432.432.32", "1NT p 3NT p p p", dealer="S", engine="pimc", deals=20).card
    'SK'
    """
    found = advise({"do": "play", **_view(hand, auction, play, dummy, dealer, vulnerable, settings)})
    return CardAdvice(Card(found["card"]), {one["card"]: one["value"] for one in found["cards"]}, found)
