"""Daihinmin by the rules of the UEC competition: the game, its players, matches, and players written in Python.

Cards are 'D3', 'ST', 'JO'; plays are 'pass', 'D3', 'D5-S5', 'H6-H7-H8', with the joker as 'JO[S5]'. Seats count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional, Sequence, Union

from . import _yomi
from ._yomi import State, View
from .solver import Progress

__all__ = ["State", "View", "Player", "MatchResult", "players", "match"]


class Player:
    """A player of one's own: `play` must be written, the rest may be.

    >>> class Weakest(Player):
    ...     def play(self, view):
    ...         return view.moves[0]
    >>> match([Weakest, "base", "base", "base", "base"], games=10, seed=1).games
    10
    """

    def begin(self, seed: int) -> None:
        """Called before each game."""

    def give(self, view: View, count: int) -> Union[str, Sequence[str]]:
        """The cards to give back in the exchange, chosen by the rich; here the weakest."""
        return view.hand[:count]

    def play(self, view: View) -> str:
        """One of `view.moves`."""
        raise NotImplementedError("a player needs play(view)")


@dataclass(frozen=True)
class MatchResult:
    """Points per game of each player (5 for the first place to 1 for the last), with half of the 95 % interval, and the points
    of each session."""

    games: int
    points: list[float]
    error: list[Optional[float]]
    sessions: list[list[float]]


def players() -> dict[str, str]:
    """The available players, and what each does.

    >>> "base" in players()
    True
    """
    return dict(_yomi.daihinmin_players())


def match(players: Sequence[Union[str, Player, Callable[[], Player]]], games: int = 1000, seed: int = 1, session: int = 100,
          threads: int = 0, playouts: int = 0, learnt: str = "", progress: Progress = None) -> MatchResult:
    """Five players against each other: names (see `players`), classes of one's own, or one object, which then plays all
    sessions on one thread. `learnt` is a folder with other learnt files.

    >>> match(["base"] * 5, games=20, seed=1).games
    20
    """
    seats: list[Union[str, Callable[[], Player]]] = []
    for player in list(players):
        if isinstance(player, Player):
            threads = 1
            seats.append(lambda player=player: player)  # type: ignore[misc]
        elif isinstance(player, str) or callable(player):
            seats.append(player)
        else:
            raise TypeError("players: expected names, classes or objects of Player")
    return MatchResult(**_yomi.daihinmin_match(seats, games, session, seed, threads, playouts, learnt, progress))
