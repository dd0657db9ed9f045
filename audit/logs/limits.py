"""How much of a file is read before it is refused: every limit, with its reason."""

from __future__ import annotations

FILE_BYTES = 2**30
"""A file's size. Half a million full deals; more is for the bulk form, or for one file a session."""

LINE_CHARS = 2**20
"""A line's length. A full deal in JSON takes 3,000 characters; a longer line is passed over unread."""

SAMPLE_BYTES = 2**16
"""How much of a file is looked at to tell text from other data, and one form from another."""

CHUNK_BYTES = 2**18
"""How much is read at once: large enough to be quick, small enough to stay in the cache."""

EXTRA_DEPTH = 64
"""How deep the value of an `x-` key may be nested, so that it can be walked and written without overflow."""

INTEGER_CHARS = 40
"""Digits (with sign and leading zeros) after which a number is too large without being computed."""

TRICKS = 13
"""The largest trick number: `reversis-52` deals 13 cards."""

TRICK_CARDS = 4
"""Cards to a trick; with five players the dealer sits out."""

STOCK_CARDS = 3
"""Cards to the stock: one for each of the seats 1, 2 and 3."""

PLAYERS = (4, 5)
"""How many may sit down; five only where the dealer sits out, which is the ruleset's business."""

PROBLEMS_PER_FILE = 1_000
"""Problems kept of one file; those beyond are counted. A file of another kind would give one a line."""

PLAYER_CHARS = 200
"""A player's name. Every line of a report repeats it; the longest real names have some 60 characters."""

HEADER_CHARS = 500
"""The text of `club`, `session` and `rules`, which every message about the session repeats."""

CARD_WORDS = 200
"""Words of one list of cards: a hand of 13 cards, each in full as `the queen of hearts`, has some 60."""

NAME_CHARS = 100
"""Up to this length a near miss is looked for; the comparison's time grows with the square of it."""

EXCERPT_CHARS = 80
"""How much of the text found a problem quotes."""

PARAM_CHARS = 400
"""How much of a text a problem names besides: the players of a deal, a path in JSON."""

CACHE_ENTRIES = 4_096
"""Spellings remembered for speed in each table, so that hostile input cannot make one grow without end."""
