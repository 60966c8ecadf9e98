"""Every cell of the tutorial runs, in order, without a notebook server."""
import json
import os
import pathlib
import unittest

try:
    import matplotlib
    matplotlib.use("Agg")
except ImportError:
    matplotlib = None

NOTEBOOK = pathlib.Path(__file__).resolve().parent.parent / "tutorial.ipynb"


class Tutorial(unittest.TestCase):
    @unittest.skipUnless(matplotlib, "no matplotlib")
    def test_runs(self):
        names = {}
        for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                self.assertEqual(cell["outputs"], [], "kept without answers")
                code = "".join(cell["source"]).replace("DEALS = 200", f"DEALS = {os.environ.get('YOMI_DEALS', '60')}")
                exec(compile(code, NOTEBOOK.name, "exec"), names)
        self.assertGreater(names["rate"], 0.1)
        self.assertLess(names["rate"], 0.9)


if __name__ == "__main__":
    unittest.main()
