"""The types of the package are those that its sources and stubs say, and a program that uses it is checked by them."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import yomi

try:
    import mypy
except ImportError:
    mypy = None

PACKAGE = pathlib.Path(yomi.__file__).parent
PROGRAM = """
import yomi
tricks: int = yomi.table("N:...")["S"]["NT"]
call: str = str(yomi.bid("AKJ52.K4.QJ3.A62", look_ahead=False).call)
rows = yomi.draw("hcp(north) > 20", 3, seed=1)
reveal_type(yomi.chance("west has CK"))
yomi.draw(3)
"""


@unittest.skipUnless(mypy, "no mypy: apt-get install mypy")
class Types(unittest.TestCase):
    def mypy(self, *arguments):
        return subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir=/dev/null", *arguments],
                              capture_output=True, text=True, cwd=PACKAGE.parent)

    def test_the_package_is_sound(self):
        made = self.mypy("--strict", "--allow-any-generics", "--no-warn-unused-ignores", "--package", "yomi")
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)

    def test_a_program_is_checked(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(PROGRAM)
            file.flush()
            made = self.mypy(file.name)
        self.assertIn('Revealed type is "builtins.float"', made.stdout)
        self.assertIn('Argument 1 to "draw" has incompatible type "int"; expected "str"', made.stdout)
        self.assertEqual(made.stdout.count("error:"), 1, made.stdout)


if __name__ == "__main__":
    unittest.main()
