"""The module as its users see it: PYTHONPATH=build/check/python python3 -m unittest discover bindings/python/tests"""
import ast
import doctest
import importlib
import multiprocessing
import os
import pathlib
import pkgutil
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import yomi

DEAL = "N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853"
HONOURS = np.array([0] * 9 + [1, 2, 3, 4])  # points by rank
VIEW = dict(hand="QJT.KJT9.QJT9.K2", dummy="432.32.32.AJT987", dealer="S",
            auction=["2NT", "Pass", "3NT", "Pass", "Pass", "Pass"], play=["H6", "H2", "HT", "HA", "CQ", "C5", "C7"])


def points(deals, seat):
    return ((deals == seat).reshape(len(deals), 4, 13) * HONOURS).sum(axis=(1, 2))


def first_trick_value(_):
    return yomi.table(DEAL)["S"]["H"]


class Documentation(unittest.TestCase):
    def test_examples_run(self):
        names = ["yomi"] + [f"yomi.{one.name}" for one in pkgutil.iter_modules(yomi.__path__) if one.name != "_yomi"]
        for name in names:
            with self.subTest(name):
                tried = doctest.testmod(importlib.import_module(name))
                self.assertEqual(tried.failed, 0)

    def test_everything_public_is_explained(self):
        for name in yomi.__all__:
            self.assertTrue(getattr(yomi, name).__doc__, name)


class Solver(unittest.TestCase):
    def test_tables_on_one_and_two_threads(self):
        deals = yomi.draw("", 6, seed=3)
        self.assertTrue((yomi.tables(deals, threads=1) == yomi.tables(deals, threads=2)).all())
        self.assertEqual(yomi.table(DEAL)["S"]["H"], 13)
        self.assertEqual(yomi.par(DEAL)[0], 1520)

    def test_table_agrees_with_the_leads(self):
        for deal in yomi.to_deals(yomi.draw("", 3, seed=9)):
            for seat in yomi.SEATS:
                best = max(yomi.leads(deal, "H", seat).values())
                self.assertEqual(13 - best, yomi.table(deal)[seat]["H"])

    def test_a_misspelt_setting_is_named(self):
        for asked in (lambda: yomi.bid("AKJ2.K432.62.QJ3", sytem="acol"), lambda: yomi.explain("1NT", sytem="acol")):
            with self.assertRaisesRegex(TypeError, "sytem"):
                asked()

    def test_costs_add_up(self):
        deal = yomi.to_deals(yomi.draw("", 1, seed=4))[0]
        played, costs = [], []
        for _ in range(8):
            values = yomi.solve(deal, "NT", "N", played)
            card = list(values)[-1]  # the worst
            costs.append(max(values.values()) - values[card])
            played.append(card)
        self.assertEqual(yomi.play_costs(deal, "NT", "N", played), costs)

    def test_progress_and_what_it_raises(self):
        seen = []
        yomi.tables(yomi.draw("", 40, seed=1), progress=seen.append)
        self.assertEqual(seen[-1], 1.0)
        self.assertEqual(seen, sorted(seen))

        def refuse(share):
            raise RuntimeError("enough")
        self.assertRaisesRegex(RuntimeError, "enough", yomi.tables, yomi.draw("", 20, seed=1), 1, refuse)

    def test_threads_and_processes(self):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(first_trick_value(0))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [13] * 4)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(first_trick_value, range(2)), [13, 13])


class Interrupt(unittest.TestCase):
    def test_ctrl_c_ends_long_work(self):
        deals = yomi.draw("", 5000, seed=1)
        for work in (lambda: yomi.tables(deals), lambda: yomi.draw("tricks(north, notrumps) == 0 && hcp(north) > 20", 1000),
                     lambda: yomi.daihinmin.match(["yomi"] * 5, 1000)):
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                work()
            self.assertLess(time.monotonic() - start, 10)
            timer.join()
        self.assertEqual(yomi.table(DEAL)["S"]["H"], 13)  # everything works on


class Belief(unittest.TestCase):
    def test_rows_and_texts_are_the_same_deals(self):
        deals = yomi.draw("hcp(north) >= 15", 200, seed=5)
        self.assertTrue((yomi.to_rows(yomi.to_deals(deals)) == deals).all())
        self.assertTrue((points(deals, 0) >= 15).all())
        self.assertTrue((np.sort(deals, axis=1) == np.repeat([0, 1, 2, 3], 13)).all())

    def test_the_same_deals_on_any_number_of_threads(self):
        for condition in ("hcp(south) > 25", "rnd(3) == 1", "tricks(south, spades) > 8"):
            self.assertTrue((yomi.draw(condition, 1500 if "tricks" not in condition else 20, 7, threads=1)
                             == yomi.draw(condition, 1500 if "tricks" not in condition else 20, 7, threads=2)).all())

    def test_chances_are_those_of_draws(self):
        condition = "hcp(south) >= 15 && hcp(south) <= 17"
        deals = yomi.draw(condition, 20000, seed=2)
        self.assertAlmostEqual(yomi.chance("hcp(north) >= 8", condition), (points(deals, 0) >= 8).mean(), delta=0.015)
        self.assertTrue(np.allclose(yomi.card_chances(condition)[2], (deals == 2).mean(axis=0), atol=0.02))
        spread = yomi.distribution("hcp(north)", condition)
        self.assertAlmostEqual(sum(spread.values()), 1)
        self.assertAlmostEqual(sum(p * n for p, n in spread.items()), points(deals, 0).mean(), delta=0.1)
        self.assertEqual(yomi.count(condition) + yomi.count(f"not ({condition})"), yomi.count())

    def test_a_view(self):
        self.assertGreater(yomi.believe(**VIEW)["S"]["SA"], 0.5)
        deals, weights = yomi.draw_view(**VIEW, count=50)
        self.assertEqual(len(deals), len(weights))
        self.assertTrue((deals[:, yomi.Card("CK").index] == 1).all())
        self.assertIn(yomi.play(**VIEW, engine="pimc", deals=20).card, ("CK", "C2"))

    def test_contradictions_are_named(self):
        for ask in (lambda: yomi.draw("hcp(north) > 37"), lambda: yomi.chance("spades(west) > 1", "hcp(north) > 37")):
            self.assertRaisesRegex(ValueError, "condition: no deal can fit", ask)


class Records(unittest.TestCase):
    FILES = sorted((pathlib.Path(os.environ.get("YOMI_SOURCE", ".")) / "examples").glob("*.pbn"))

    def test_records_come_back(self):
        self.assertTrue(self.FILES)
        for file in self.FILES:
            boards = yomi.records.read(file)
            self.assertTrue(boards)
            again = yomi.records.parse(yomi.records.dump(boards))
            self.assertEqual([board.hands for board in again], [board.hands for board in boards])
            self.assertEqual(yomi.records.dump(again), yomi.records.dump(boards))
            self.assertEqual([(b.calls, b.play, b.tricks) for b in again], [(b.calls, b.play, b.tricks) for b in boards])

    def test_json_and_frames(self):
        deal = yomi.Deal(DEAL)
        board = yomi.Board(number="7", dealer="N", vulnerable="All", hands=deal.hands, calls=yomi.Auction("1D p 7NT ap").calls,
                           contract="7NT", declarer="S", strain="NT", leader="W", tricks=13,
                           play=["S9", "S3", "ST", "SA"], names={"N": "Núria"})
        self.assertEqual(board.score, 2220)
        line = yomi.records.parse(yomi.records.dump([board], "json"))[0]
        self.assertEqual((line.hands, line.calls, line.play, line.tricks), (board.hands, board.calls, board.play, 13))
        lin = yomi.records.parse(yomi.records.dump([board], "lin"))[0]
        self.assertEqual((lin.hands, lin.calls, lin.play, lin.vulnerable), (board.hands, board.calls, board.play, "All"))
        self.assertRaisesRegex(ValueError, "format", yomi.records.dump, [board], "rbn")
        frame = yomi.records.to_frame([board])
        self.assertEqual(list(frame["score"]), [2220])
        back = yomi.records.from_frame(frame)[0]
        self.assertEqual(yomi.records.dump([back]), yomi.records.dump([board]))
        self.assertEqual(yomi.records.parse(yomi.records.dump([board]))[0].names, {"N": "Núria"})

    def test_what_is_wrong_has_a_place(self):
        text = '[Dealer "N"]\n[Deal "N:AA"]\n'
        self.assertRaisesRegex(ValueError, "my.pbn:2", yomi.records.parse, text, "pbn", "my.pbn")
        self.assertEqual(yomi.records.parse(text, "pbn", errors="skip"), [])
        self.assertRaisesRegex(ValueError, "board 0: play: card 1", yomi.records.dump,
                               [yomi.Board(hands=yomi.Deal(DEAL).hands, contract="3NT", declarer="S", play=["SA"])])


class Reference(unittest.TestCase):
    def test_is_what_the_docstrings_say(self):
        source = pathlib.Path(os.environ.get("YOMI_SOURCE", "."))
        made = subprocess.run([sys.executable, "-B", source / "bindings/python/tools/reference.py"], capture_output=True, check=True, text=True)
        self.assertEqual(made.stdout, (source / "docs/reference/python.md").read_text(encoding="utf-8"))


class Stubs(unittest.TestCase):
    def test_name_what_is_there(self):
        tree = ast.parse((pathlib.Path(yomi.__file__).parent / "_yomi.pyi").read_text(encoding="utf-8"))
        named = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.assertEqual(named, {name for name in dir(yomi._yomi) if not name.startswith("__")})
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                members = {one.name for one in node.body if isinstance(one, ast.FunctionDef)} - {"__init__"}
                self.assertEqual(members, {name for name in dir(getattr(yomi._yomi, node.name)) if not name.startswith("_")})


class Daihinmin(unittest.TestCase):
    def test_random_games_end(self):
        random = np.random.default_rng(1)
        for seed in range(20):
            state = yomi.daihinmin.State.deal(seed)
            self.assertEqual(sum(len(hand) for hand in state.hands), 53)
            while not state.over:
                state.play(random.choice(state.moves()))
            self.assertEqual(sorted(state.places), [0, 1, 2, 3, 4])

    def test_a_player_in_python(self):
        class Careful(yomi.daihinmin.Player):
            def __init__(self):
                self.begun = 0

            def begin(self, seed):
                self.begun += 1

            def play(self, view):
                assert set(view.hidden).isdisjoint(view.hand) and len(view.hand) == view.counts[view.seat]
                return view.moves[0]

        made = yomi.daihinmin.match([Careful, "base", Careful, "base", "base"], games=200, seed=3)
        self.assertAlmostEqual(sum(made.points), 15)
        one = Careful()
        again = yomi.daihinmin.match([one, "base", Careful, "base", "base"], games=200, seed=3)
        self.assertEqual(again.points, made.points)
        self.assertEqual(one.begun, 200)

    def test_what_a_player_raises_ends_the_match(self):
        class Broken(yomi.daihinmin.Player):
            def play(self, view):
                raise KeyError("lost")

        class Cheat(yomi.daihinmin.Player):
            def play(self, view):
                return "S2-JO[S+]"

        class Mute(yomi.daihinmin.Player):
            pass
        for player, kind in ((Broken, KeyError), (Cheat, ValueError), (Mute, NotImplementedError), (int, AttributeError)):
            self.assertRaises(kind, yomi.daihinmin.match, [player] + ["base"] * 4, 10)


if __name__ == "__main__":
    unittest.main()
