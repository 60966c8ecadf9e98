"""The native engine of this process: solvers, systems and players that are kept between calls."""

from __future__ import annotations

import json
import os
from typing import Any, Sequence, Union

from . import _yomi

_engines: dict[int, _yomi.Engine] = {}


def engine() -> _yomi.Engine:
    """One a process: threads do not survive a fork."""
    here = os.getpid()
    if here not in _engines:
        _engines[here] = _yomi.Engine()
    return _engines[here]


def ask(question: dict[str, Any]) -> dict[str, Any]:
    """What `yomi engine` answers to a question (docs/reference/engine.md has all of them).

    >>> ask({"do": "explain", "auction": "1NT"})["calls"][0]["call"]
    '1NT'
    """
    if not isinstance(question, dict):
        raise TypeError("question: expected a dict")
    answer: dict[str, Any] = json.loads(engine().ask(json.dumps(question)))
    return answer


def advise(question: dict[str, Any]) -> dict[str, Any]:
    """The same for a question whose fields the caller of a function has named: one that there is not is an error."""
    answer = ask(question)
    if "unknown" in answer:
        raise TypeError(f"there is no setting {', '.join(answer['unknown'])}")
    return answer


def calls_of(auction: Union[str, Sequence[str], Any]) -> Union[str, list[Any]]:
    """An auction as a question has it: one text, or a list of calls."""
    if isinstance(auction, str):
        return auction
    return [dict(call) if isinstance(call, dict) else str(call) for call in getattr(auction, "calls", auction)]
