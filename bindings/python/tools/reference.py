"""Writes the reference of the Python module from its docstrings: python3 bindings/python/tools/reference.py > docs/reference/python.md"""
import inspect
import re

import yomi
from yomi import daihinmin, records

PARTS = (("Values", ["Card", "Call", "Hand", "Deal", "Contract", "Auction", "imps", "matchpoints"]),
         ("All hands open", ["solve", "leads", "table", "tables", "par", "play_costs", "to_rows", "to_deals"]),
         ("Hidden hands", ["draw", "count", "chance", "distribution", "card_chances", "believe", "draw_view"]),
         ("A player with reasons", ["bid", "explain", "play", "CallAdvice", "CardAdvice", "ask"]))


def words(thing):
    """The docstring as Markdown: examples become code."""
    text = inspect.getdoc(thing) or ""
    return re.sub(r"((?:^(?:>>>|\.\.\.) .*\n?(?:^(?!>>>|\.\.\.)\S.*\n?)*)+)", lambda found: "```\n" + found.group(1).rstrip() + "\n```\n", text,
                  flags=re.M)


def entry(name, thing):
    yield f"### `{name}{signature(thing)}`\n"
    yield words(thing) + "\n"
    if not inspect.isclass(thing):
        return
    rows = [(key, inspect.getdoc(value)) for key, value in vars(thing).items()
            if not key.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod)))]
    if rows:
        yield "\n".join(f"- `{key}`" + (f": {text.splitlines()[0]}" if text else "") for key, text in rows) + "\n"


def signature(thing):
    if inspect.isclass(thing):
        return ""
    return "(" + ", ".join(
        str(one).split(":")[0].split("=")[0].strip() + ("" if one.default is one.empty else f"={one.default!r}")
        for one in inspect.signature(thing).parameters.values()) + ")"


def main():
    print("# The Python module\n\nMade from the docstrings by `bindings/python/tools/reference.py`; the examples are run as tests.\n")
    print("How to install it and a first example: [bindings/python](../../bindings/python/README.md). "
          "A study from draw to plot: [tutorial](../../bindings/python/tutorial.ipynb).\n")
    for title, names in PARTS:
        print(f"## {title}\n")
        for name in names:
            print("\n".join(entry(name, getattr(yomi, name))))
    for title, module, names in (("Records: `yomi.records`", records, ["Board", "read", "parse", "write", "dump", "to_frame", "from_frame"]),
                                 ("Daihinmin: `yomi.daihinmin`", daihinmin, daihinmin.__all__)):
        print(f"## {title}\n\n{words(module)}\n")
        for name in names:
            print("\n".join(entry(name, getattr(module, name))))


if __name__ == "__main__":
    main()
