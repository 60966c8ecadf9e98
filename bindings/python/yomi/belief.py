"""Hidden hands: deals drawn by a condition, exact chances, and what a chair can think during the play.

Conditions are those of the dealer language (docs/reference/dealer.md):
`hcp(north) >= 15 && shape(north, any 4333 + any 4432)`; a script may also have `predeal north SAKQ, H32`.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _yomi
from ._engine import advise, calls_of, engine
from .solver import Progress
from .types import SEATS, Auction


def draw(condition: str = "", count: int = 1, seed: int = 1, threads: int = 0, progress: Progress = None) -> np.ndarray:
    """Deals that meet a condition, all equally likely, on all cores: rows of 52 seats (0 N to 3 W), one for each card from
    the club two to the spade ace. The same seed gives the same deals, whatever the number of threads.

    >>> draw("hcp(north) >= 20", 2, seed=1).shape
    (2, 52)
    """
    return _yomi.draw(engine(), condition, count, seed, threads, progress)


def count(condition: str = "") -> int:
    """How many deals meet a condition, exactly.

    >>> count()
    53644737765488792839237440000
    """
    return _yomi.count(engine(), condition)


def chance(event: str, condition: str = "") -> float:
    """The exact chance of an event among the deals that meet a condition. Events may be in words: 'west has CK'.

    >>> round(chance("hcp(north) == 10"), 4), chance("west has CK", "hcp(west) >= 35") > 0.9
    (0.0941, True)
    """
    return _yomi.chance(engine(), event, condition)


def distribution(expression: str, condition: str = "") -> dict[int, float]:
    """The exact chance of each value of an expression.

    >>> round(distribution("hearts(north)")[4], 4)
    0.2386
    """
    return dict(_yomi.distribution(engine(), expression, condition))


def card_chances(condition: str = "") -> np.ndarray:
    """The exact chance of each card in each hand: an array of seats by cards.

    >>> card_chances("hcp(north) >= 20")[0, 51] > 0.5
    True
    """
    return _yomi.card_chances(engine(), condition)


def _view(hand: str, auction: Union[str, Sequence[str], Auction], play: Sequence[str], dummy: Optional[str], dealer: str,
          vulnerable: str, settings: dict[str, Any]) -> dict[str, Any]:
    question = {"hand": hand, "auction": calls_of(auction), "play": list(play), "dealer": dealer, "vulnerable": vulnerable,
                **settings}
    if isinstance(auction, Auction):
        question["dealer"] = auction.dealer
    if dummy is not None:
        question["dummy"] = dummy
    return question


def believe(hand: str, auction: Union[str, Sequence[str], Auction], play: Sequence[str] = (), dummy: Optional[str] = None,
            dealer: str = "N", vulnerable: str = "None", **settings: Any) -> dict[str, dict[str, float]]:
    """The chances that each hidden hand has each unseen card, as the seat to act can infer them.

    >>> seen = believe("QJT.KJT9.QJT9.K2", "2NT p 3NT p p p", ["H6"], "432.32.32.AJT987", dealer="S")
    >>> sorted(seen)
    ['E', 'W']
    """
    chances: dict[str, dict[str, float]] = advise(
        {"do": "believe", **_view(hand, auction, play, dummy, dealer, vulnerable, settings)})["chances"]
    return chances


def draw_view(hand: str, auction: Union[str, Sequence[str], Auction], play: Sequence[str] = (), dummy: Optional[str] = None,
              count: int = 100, dealer: str = "N", vulnerable: str = "None",
              **settings: Any) -> tuple[np.ndarray, np.ndarray]:
    """Deals that fit what the seat to act has seen, and their weights. Settings: system, their_system, seed.

    >>> deals, weights = draw_view("QJT.KJT9.QJT9.K2", "2NT p 3NT p p p", ["H6"], "432.32.32.AJT987", 10, dealer="S")
    >>> deals.shape, weights.shape
    ((10, 52), (10,))
    """
    made = advise({"do": "believe", "count": count, **_view(hand, auction, play, dummy, dealer, vulnerable, settings)})["deals"]
    return _yomi.from_pbn([one["deal"] for one in made]), np.array([one["weight"] for one in made])


__all__ = ["draw", "count", "chance", "distribution", "card_chances", "believe", "draw_view", "SEATS"]
