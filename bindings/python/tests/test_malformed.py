"""Every function gets a thousand arguments (YOMI_MALFORMED: so many) that are wrong, or might be: an exception or an answer, never
a crash."""
import inspect
import os
import random
import unittest

import numpy as np

import yomi

GOOD = {
    "deal": "N:AQ... K3... 42... 65...", "trump": "NT", "leader": "W", "declarer": "E", "play": ["S6"], "hand": "AKJ52.K4.QJ3.A62",
    "auction": "1S p", "dealer": "N", "vulnerable": "None", "condition": "hcp(north) > 10", "event": "west has CK",
    "expression": "hcp(north)", "count": 2, "seed": 1, "threads": 1, "progress": None, "deals": ["N:AQ... K3... 42... 65..."],
    "rows": np.zeros((1, 52), np.uint8), "points": 100, "scores": [1, 2], "question": {"do": "version"}, "dummy": None,
    "players": ["base"] * 5, "games": 5, "session": 5, "playouts": 10, "learnt": "", "text": "4S", "calls": "1S", "pbn": "N:...",
    "hands": ["D3", "D4", "D5", "D6", "D7"], "move": "D3", "tricks": 10, "N": "A...", "E": "K...", "S": "Q...", "W": "J...",
    "boards": [], "frame": None, "path": "/nowhere/at/all", "format": "pbn", "file": "f", "errors": "raise", "row": np.zeros(52, np.uint8), "call": "1S", "suit": "S", "look_ahead": False, "engine": "pimc", "time": 0.01,
}


ROUNDS = int(os.environ.get("YOMI_MALFORMED", "1000"))


class Odd:
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = object.__repr__


def wrong(rng):
    """Something that an argument might be."""
    bytes_ = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    letters = "".join(rng.choice("NESWAKQJT98765432.: -CDHSX[]{}()&|<>=+*/%,\"'\\\n\0é♠") for _ in range(rng.randrange(40)))
    return rng.choice([
        None, True, -1, 0, 2**31, 2**63, 2**64, -2**70, 1.5, float("nan"), float("inf"), 1j, "", letters, letters * 50, bytes_,
        bytes_.decode("latin-1"), "\ud800", [], [None], [letters], [letters, 3], (), {}, {letters: 1}, {"do": letters},
        {"do": "solve", "deal": letters}, set(), object(), Odd(), lambda: 1 / 0, int, range(3), np.zeros(0), np.zeros((1, 52)),
        np.zeros((2, 51), np.uint8), np.full((1, 52), 300), np.full((1, 52), -1), np.zeros((0, 52), np.uint8), np.array("text"),
        np.array([object()] * 52), np.ones((4, 5), int) * 99, np.ones((4, 5), bool), np.datetime64("2026-11-16"),
        "N:AKQJT98765432... ... ... ...", "N:AA... K... Q... J...", "predeal north SA, north SA", "hcp(" * 300, "1/0 == 0",
        "((((hcp(north)))))", "7NT XX", ["1S"] * 400, ["S2"] * 60, "x" * 100000])


def functions():
    """Name, callable and names of its arguments."""
    for name in yomi.__all__:
        thing = getattr(yomi, name)
        if inspect.isfunction(thing) or inspect.isclass(thing):
            yield name, thing
    for name in ("Deal.of", "Deal.from_row"):
        yield name, getattr(yomi.Deal, name.split(".")[1])
    yield "Contract.score", yomi.Contract("4S").score
    yield "Auction.add", yomi.Auction("1S").add
    yield "Hand.suit", yomi.Hand(GOOD["hand"]).suit
    yield "Deal.__getitem__", yomi.Deal(GOOD["deal"]).__getitem__
    for name in ("parse", "dump", "to_frame", "from_frame", "read"):
        yield f"records.{name}", getattr(yomi.records, name)
    yield "records.dump of fields", lambda board: yomi.records.dump([board])
    yield "daihinmin.match", yomi.daihinmin.match
    yield "daihinmin.State", lambda hands: yomi.daihinmin.State(hands)
    yield "daihinmin.State.deal", lambda seed: yomi.daihinmin.State.deal(seed)
    yield "daihinmin.State.play", lambda move: yomi.daihinmin.State.deal(1).play(move)


class Malformed(unittest.TestCase):
    def test_a_thousand_for_every_function(self):
        rng = random.Random(23)
        for name, function in functions():
            if name in ("CallAdvice", "CardAdvice", "Board"):  # plain data, looked at where it is used
                continue
            arguments = [one for one in inspect.signature(function).parameters.values() if one.kind != one.VAR_KEYWORD]
            settings = [one for one in inspect.signature(function).parameters.values() if one.kind == one.VAR_KEYWORD]
            refused = 0
            for _ in range(ROUNDS):
                given = {one.name: GOOD[one.name] for one in arguments if one.name in GOOD}
                if name in ("bid", "play", "believe", "draw_view", "explain"):  # quick where they succeed
                    given.update(look_ahead=False, engine="pimc", deals=1)
                if name == "records.dump of fields":
                    given = {"board": yomi.Board(hands=dict(yomi.Deal(GOOD["deal"]).hands), dealer="N", strain="NT", leader="N")}
                    setattr(given["board"], rng.choice(list(yomi.Board.__dataclass_fields__)), wrong(rng))
                for one in [] if name == "records.dump of fields" else rng.sample(arguments, rng.randint(1, len(arguments))):
                    given[one.name] = wrong(rng)
                if settings and rng.random() < 0.3:
                    given[rng.choice(["system", "time", "deals", "seed", "engine", "candidates", "seat"])] = wrong(rng)
                # Not wrong, only long: those are for other tests.
                for heavy, most in (("count", 100), ("games", 100), ("threads", 1), ("playouts", 100), ("session", 100)):
                    if isinstance(given.get(heavy), (int, float)) and given[heavy] > most:
                        given[heavy] = most
                try:
                    function(**given)
                except (ValueError, TypeError, KeyError, AttributeError, NotImplementedError, MemoryError, RuntimeError,
                        OverflowError, ZeroDivisionError, IndexError, OSError):
                    refused += 1
            self.assertGreater(refused, ROUNDS * 0.2, name)


if __name__ == "__main__":
    unittest.main()
