"""Records of boards (PBN, LIN, JSON lines and more) as Board objects and pandas frames, and back."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _yomi
from .types import SEATS, Auction, Call, Card, Contract, Deal, Hand

if TYPE_CHECKING:
    import pandas

_KINDS = ("regular", "insufficient", "skipped")
_COLUMNS = ("number", "dealer", "vulnerable", "deal", "auction", "contract", "declarer", "play", "tricks", "score", "north", "east",
            "south", "west")


@dataclass
class Board:
    """A board as far as it is known: every part may be missing.

    >>> board = Board(dealer="N", vulnerable="NS", contract="4S", declarer="S", tricks=10)
    >>> board.score
    620
    """

    number: str = ""
    names: dict[str, str] = field(default_factory=dict)  # of the players, by seat
    dealer: Optional[str] = None
    vulnerable: Optional[str] = None
    hands: dict[str, Hand] = field(default_factory=dict)  # before the first card, those that are known, by seat
    calls: list[Call] = field(default_factory=list)
    explanations: dict[int, str] = field(default_factory=dict)  # of calls, by their number from 0
    alerts: set[int] = field(default_factory=set)
    irregular: dict[int, str] = field(default_factory=dict)  # 'insufficient', 'skipped'
    contract: Optional[str] = None  # '4SX'
    declarer: Optional[str] = None
    passed_out: bool = False
    strain: Optional[str] = None
    leader: Optional[str] = None
    play: list[Card] = field(default_factory=list)
    tricks: Optional[int] = None  # of the declarer
    tags: list[tuple[str, str, str]] = field(default_factory=list)  # what else a record says: name, value, rows of a table
    asides: list[tuple[int, str, str]] = field(default_factory=list)  # comments, by place

    @property
    def deal(self) -> Optional[Deal]:
        """The four hands, if all are known."""
        return Deal.of(**{seat: self.hands[seat] for seat in SEATS}) if len(self.hands) == 4 else None

    @property
    def auction(self) -> Optional[Auction]:
        """The calls as an auction; None if there are none, or irregular ones."""
        if not self.calls or self.irregular or self.dealer is None:
            return None
        return Auction(self.calls, self.dealer)

    @property
    def score(self) -> Optional[int]:
        """For North-South, if contract, declarer and tricks are known."""
        if self.passed_out:
            return 0
        if self.contract is None or self.declarer is None or self.tricks is None:
            return None
        side = "NS" if self.declarer in "NS" else "EW"
        points = Contract(self.contract, self.declarer).score(self.tricks, self.vulnerable in (side, "All"))
        return points if side == "NS" else -points


def _board(made: dict[str, Any]) -> Board:
    calls = made.pop("calls")
    made["hands"] = {seat: Hand(hand) for seat, hand in made["hands"].items()}
    made["play"] = [Card(card) for card in made["play"]]
    return Board(calls=[Call(call) for call, *_ in calls],
                 irregular={i: _KINDS[kind] for i, (_, kind, _, _) in enumerate(calls) if kind},
                 alerts={i for i, (_, _, alerted, _) in enumerate(calls) if alerted},
                 explanations={i: text for i, (_, _, _, text) in enumerate(calls) if text}, **made)


def _fields(board: Board) -> dict[str, Any]:
    if not isinstance(board, Board):
        raise TypeError("boards: expected Board objects")
    made = {name: getattr(board, name) for name in Board.__dataclass_fields__
            if name not in ("calls", "explanations", "alerts", "irregular")}
    made["calls"] = [(str(call), _KINDS.index(board.irregular.get(i, "regular")), i in board.alerts,
                      board.explanations.get(i, "")) for i, call in enumerate(board.calls)]
    return made


def parse(text: Union[str, bytes], format: str = "", file: str = "text", errors: str = "raise") -> list[Board]:
    """The boards of a text, whose format is 'pbn', 'lin', 'json', 'rbn', 'deals' or else recognised. An error in a board is a ValueError
    with file, line and cause; with errors='skip' such boards are left out.

    >>> made = parse('[Dealer "N"]\\n[Deal "N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853"]\\n')
    >>> made[0].dealer, made[0].hands["S"]
    ('N', 'A75.QJ765.Q92.K7')
    """
    if errors not in ("raise", "skip"):
        raise ValueError(f"errors: expected 'raise' or 'skip', found {errors!r}")
    made = []
    for board, wrong in _yomi.read_boards(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text, file, format):
        if not wrong:
            made.append(_board(board))
        elif errors == "raise":
            raise ValueError("; ".join(wrong))
    return made


def read(path: Union[str, "os.PathLike[str]"], format: str = "", errors: str = "raise") -> list[Board]:
    """The boards of a file; see `parse`."""
    with open(path, "rb") as file:
        return parse(file.read(), format, os.fspath(path), errors)


def dump(boards: Iterable[Board], format: str = "pbn") -> str:
    """The boards as a text of the format: 'pbn', 'lin', 'json' (one line per board) or 'deals'. What the format has no place for is
    left out.

    >>> board = Board(number="1", dealer="N", hands={"N": Hand("AKQJT98765432...")})
    >>> parse(dump([board]))[0].hands == board.hands
    True
    """
    return _yomi.write_boards([_fields(board) for board in boards], format)[0].decode("utf-8", "replace")


def write(boards: Iterable[Board], path: Union[str, "os.PathLike[str]"], format: str = "pbn") -> None:
    """Writes the boards into a file, which is replaced once the new one is complete."""
    text = dump(boards, format)
    part = f"{os.fspath(path)}.part"
    with open(part, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
    os.replace(part, path)


def to_frame(boards: Iterable[Board]) -> "pandas.DataFrame":
    """One row per board: number, dealer, vulnerable, deal, auction, contract, declarer, play, tricks, score for North-South, and the
    players' names.

    >>> to_frame([Board(number="7", contract="4S", declarer="S", vulnerable="NS", tricks=10)])["score"][0]
    620
    """
    import pandas

    rows = []
    for board in boards:
        _fields(board)  # is it one?
        names = {long: board.names.get(short) for long, short in zip(("north", "east", "south", "west"), SEATS)}
        rows.append({"number": board.number, "dealer": board.dealer, "vulnerable": board.vulnerable,
                     "deal": None if board.deal is None else board.deal.pbn, "auction": " ".join(board.calls),
                     "contract": "Pass" if board.passed_out else board.contract, "declarer": board.declarer,
                     "play": " ".join(board.play), "tricks": board.tricks, "score": board.score, **names})
    return pandas.DataFrame(rows, columns=list(_COLUMNS))


def from_frame(frame: "pandas.DataFrame") -> list[Board]:
    """The boards of a frame with some of the columns of `to_frame`.

    >>> from_frame(to_frame([Board(number="7", dealer="N")]))[0].dealer
    'N'
    """
    import pandas

    if not isinstance(frame, pandas.DataFrame):
        raise TypeError("frame: expected a pandas.DataFrame")
    made = []
    for number, row in enumerate(frame.to_dict("records")):
        given = {name: value for name, value in row.items() if name in _COLUMNS and not pandas.isna(value) and value != ""}
        try:
            board = Board(number=str(given.get("number", "")), dealer=given.get("dealer"), vulnerable=given.get("vulnerable"),
                          contract=given.get("contract"), declarer=given.get("declarer"),
                          play=[Card(card) for card in given.get("play", "").split()],
                          names={short: given[long] for long, short in zip(("north", "east", "south", "west"), SEATS) if long in given})
            if "deal" in given:
                board.hands = {seat: hand for seat, hand in Deal(given["deal"]).hands.items() if hand != "..."}
            if "auction" in given:
                board.calls = Auction(given["auction"], board.dealer or "N").calls
            if "tricks" in given:
                board.tricks = int(given["tricks"])
            if board.contract == "Pass":
                board.contract, board.passed_out = None, True
            elif board.contract and board.declarer:
                reached = Contract(board.contract, board.declarer)
                board.strain, board.leader = reached.strain, reached.leader
        except (TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"row {number}: {error}") from error
        made.append(board)
    return made
