"""Contract bridge and Daihinmin with hidden hands: a double-dummy solver, deals by condition, bidding and card play with
reasons.

>>> import yomi
>>> deal = yomi.Deal("N:QJ3.AT8.AKJ63.AJ KT642.42.T4.Q642 A75.QJ765.Q92.K7 98.K93.875.T9853")
>>> yomi.table(deal)["N"]["NT"]
13
>>> yomi.bid("AKJ52.K4.QJ3.A62", look_ahead=False).call
'1S'

Cards are written 'SA', calls '1NT', 'Pass', 'X', 'XX', seats 'N', 'E', 'S', 'W', strains 'C', 'D', 'H', 'S', 'NT'. Whatever is
wrong with an argument is a ValueError (TypeError where it is of another kind) that names it and the cause. Work on many
deals uses all cores and lets go of the interpreter's lock; Ctrl-C ends it.
"""

from . import daihinmin, records
from ._engine import ask
from ._yomi import version as _version
from .belief import believe, card_chances, chance, count, distribution, draw, draw_view
from .player import CallAdvice, CardAdvice, bid, explain, play
from .records import Board
from .solver import leads, par, play_costs, solve, table, tables, to_deals, to_rows
from .types import RANKS, SEATS, STRAINS, SUITS, Auction, Call, Card, Contract, Deal, Hand, imps, matchpoints

__version__ = _version()
__all__ = ["Auction", "Board", "Call", "CallAdvice", "Card", "CardAdvice", "Contract", "Deal", "Hand", "RANKS", "SEATS", "STRAINS",
           "SUITS", "ask", "believe", "bid", "card_chances", "chance", "count", "daihinmin", "distribution", "draw",
           "draw_view", "explain", "imps", "leads", "matchpoints", "par", "play", "play_costs", "records", "solve", "table", "tables",
           "to_deals", "to_rows"]
