"""The fields of a deal and their values, as every form reads them: names, cards, numbers, dates.

A reader hands over text (or what JSON gives) and the place of it; what is no value is reported and becomes
`None`, or for a card `UNKNOWN`, so that nothing else is lost by it.
"""

from __future__ import annotations

import datetime
import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from audit.card_names import LONGEST_SPELLING, SPELLINGS, fold, joined, parse_card
from audit.cards import NAMES, UNKNOWN, Pack
from audit.logs import limits
from audit.logs.problems import Param
from audit.model import FONDO, LARGEST

DEAL, DEALER, STOCK = "deal", "dealer", "stock"
NAPOLITANA, ESPAGNOLETTE, REVESINO = "napolitana", "espagnolette", "revesino"
POINTS, TRICKS, WINNER, NET, BALANCE = "points", "tricks", "winner", "net", "balance"
FONDO_START, FONDO_END, NOTE, END = "fondo_start", "fondo_end", "note", "end"
FORMAT, CLUB, SESSION, DATE, RULES, PLAYERS = "format", "club", "session", "date", "rules", "players"
CARRIED_FONDO, CARRIED_BALANCE = "carried_fondo", "carried_balance"

VERSION = 1
"""The version of the log format that is read and written."""

UNREAD_WORD = "ilegible:"
UNREAD_MARK = f"{UNREAD_WORD} "
"""Begins the comment in which text that could not be read is kept."""

KEPT = "bad-line.kept"
"""The problem that such a comment is; it is a comment already, so that none is made of it."""

POT_WORDS = frozenset({FONDO, "bote", "pot", "fundo"})
"""What the pot may be called in a payment, in any case, where no player has the name."""

FORBIDDEN_IN_NAMES = frozenset(',:;>="')
"""What a bare name may not hold when it is written: the signs of the text form, and the quote itself."""


_POTS = dict.fromkeys(sorted({case for word in POT_WORDS for case in (word, word.title(), word.upper())}), FONDO)
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INTEGER = re.compile(r"[+\-−]?[0-9]+")
_DASHED = re.compile(r"[‐‑‒–—―][0-9]+")
_CLOSE = 0.75
"""How alike two words must be, of 1, that one is taken for a slip for the other."""


def is_bare(name: str) -> bool:
    """Whether a name stands in the text form without quotes."""
    return bool(name) and name != "?" and FORBIDDEN_IN_NAMES.isdisjoint(name)


def hand_field(player: str) -> str:
    """The key of a player's hand in `Deal.lines` and for comments."""
    return f"hand {player}"


def exchange_field(player: str) -> str:
    """The key of a player's exchange."""
    return f"exchange {player}"


def trick_field(number: int) -> str:
    """The key of a trick."""
    return f"trick {number}"


def trick_winner_field(number: int) -> str:
    """The key of a trick's recorded winner."""
    return f"wins {number}"


def payment_field(number: int) -> str:
    """The key of a payment, by its place among the deal's payments, from 1."""
    return f"payment {number}"


def option_field(name: str) -> str:
    """The key of a house rule in a header."""
    return f"option {name}"


def normal(name: str) -> str:
    """A name as it is compared: NFC, blanks collapsed."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def unread(text: str) -> str:
    """The comment that keeps a text which could not be read."""
    return UNREAD_MARK + text.strip().replace("\r", " ").replace("\n", " ")


At = int | str
"""Where a value stands: an offset in a line of text, or a path in JSON."""


THIS_LINE, THIS_PAYMENT, THE_LEADER = (
    "this entry does not count",
    "this payment does not count",
    "the leader does not count, its cards do",
)
"""What a name that is nobody's costs."""


class Report(Protocol):
    """Takes a problem: its kind, where it is, what was found there, and what else its wording names."""

    def __call__(self, what: str, at: At, found: str, /, **params: Param) -> None:
        """Note the problem."""


class CardTable(dict[str, int]):
    """Spelling to card for one pack; a spelling is worked out once and then looked up. KeyError: no card."""

    def __init__(self, pack: Pack | None) -> None:
        super().__init__()
        self.pack = pack

    def __missing__(self, spelling: str) -> int:
        card = parse_card(spelling, self.pack) if isinstance(spelling, str) else None
        if card is None:
            raise KeyError(spelling)
        if len(self) < limits.CACHE_ENTRIES:
            self[spelling] = card
        return card


class TooLargeError(ValueError):
    """A whole number beyond what the audit settles exactly."""


def parse_integer(text: str) -> int:
    """The number that a sign and digits make. Raises ValueError when they are not that, or TooLargeError."""
    text = text.strip()
    if not _INTEGER.fullmatch(text):
        raise ValueError(text)
    if len(text) > limits.INTEGER_CHARS:
        raise TooLargeError(text)
    return in_range(int(text.replace("−", "-")))


def in_range(number: int) -> int:
    """The number itself. Raises TooLargeError when the audit could not settle it exactly."""
    if abs(number) > LARGEST:
        raise TooLargeError(number)
    return number


class NumberTable(dict[str, int | None]):
    """Text to whole number, with `None` for a blank or `?`. Raises as `parse_integer` does."""

    def __missing__(self, text: str) -> int | None:
        number = None if text.strip() in {"", "?"} else parse_integer(text)
        if len(self) < limits.CACHE_ENTRIES:
            self[text] = number
        return number


class Names:
    """The names of those seated, whatever their order, and by which texts they are known."""

    def __init__(self, players: Iterable[str]) -> None:
        self.players = frozenset(players)
        self.by_text: dict[str, str] = {player: player for player in self.players}
        """A text as found to the player whom it names; grows as texts are met."""
        bare = [player for player in self.players if is_bare(player)]
        self.by_value: dict[str, str] = {f" {player}": player for player in bare}
        """The same for the values of lines, with the blank before them."""
        self._folded = {player.casefold() for player in self.players}
        is_free = self._folded.isdisjoint(POT_WORDS)
        self.accounts: dict[str, str] = {pot: FONDO for pot in _POTS if is_free or self.is_pot(pot)}
        """The names that need no quotes, and the fondo's."""
        self.accounts |= {player: player for player in bare}
        self.most_words = max((len(player.split()) for player in self.players), default=1)
        """Of how many words the longest name is."""

    def is_pot(self, name: str) -> bool:
        """Whether an account of this name is the fondo."""
        folded = name.casefold()
        return name == FONDO or (folded in POT_WORDS and folded not in self._folded)

    def is_account(self, name: str) -> bool:
        """Whether this is a player's name or the fondo's."""
        return name in self.players or self.is_pot(name)

    def player(self, text: str) -> str | None:
        """The player of this name, however it is composed and spaced."""
        found = self.by_text.get(text)
        if found is None:
            name = normal(text)
            found = name if name in self.players else None
            if found is not None and len(self.by_text) < limits.CACHE_ENTRIES:
                self.by_text[text] = found
        return found


class Seating(NamedTuple):
    """Who is seated, in order of play."""

    players: tuple[str, ...]
    names: Names


class Values:
    """Turns what a form gives into values for the players seated, and reports what is none."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.seating = Seating((), Names(()))
        self.cards = CardTable(None)
        self.numbers = NumberTable()

    def player(self, text: str, at: At, *, pot: bool = False, cost: str = THIS_LINE) -> str | None:
        """The player named, or the fondo where an account is meant; a near miss is only suggested.

        `cost` says what does not count when it is nobody's name.
        """
        found = self.seating.names.player(text)
        if found is not None:
            return found
        name = normal(text)
        if pot and self.seating.names.is_pot(name):
            return FONDO
        known = [*self.seating.players, *([FONDO] if pot else [])]
        listed, near = partial(", ".join, known), partial(nearest, name, known)
        self.report("unknown-player.name", at, name, known=listed, near=near, cost=THIS_PAYMENT if pot else cost)
        return None

    def comment(self, text: str, at: At) -> None:
        """Report a comment when it keeps what could not be read; a comment it stays."""
        text = text.strip()
        if text[: len(UNREAD_WORD)].casefold() == UNREAD_WORD:
            self.report(KEPT, at, text[len(UNREAD_WORD) :].strip())

    def fondo_before(self, value: int | None, at: At, found: str) -> int | None:
        """What the fondo held before the session; no session leaves less than 0."""
        if value is None or value >= 0:
            return value
        self.report("bad-value.negative-fondo", at, found)
        return None

    def card(self, text: str, at: At) -> int:
        """The card, or `UNKNOWN` when the text spells none."""
        try:
            return self.cards[text]
        except KeyError:
            pack = self.cards.pack
            what = "bad-card.two" if _spells_a_card(text) else "bad-card.no-card"
            self.report(what, at, text, pack=pack.value.capitalize() if pack else "Spanish or French")
            return UNKNOWN

    def integer(self, text: str, at: At) -> int | None:
        """The whole number, `None` for a blank, a `?`, or what is none."""
        try:
            return self.numbers[text]
        except TooLargeError:
            self.report("bad-value.too-large", at, text.strip(), largest=LARGEST)
        except ValueError:
            text = text.strip()
            if _DASHED.fullmatch(text):
                self.report("bad-value.dash", at, text, right=f"-{text[1:]}")
            else:
                self.report("bad-value.integer", at, text)
        return None

    def trick_number(self, text: str, at: At) -> int | None:
        """A trick's number; what is none, or beyond the longest game, is reported."""
        if text.isascii() and text.isdigit() and len(text) <= len("0013") and 1 <= int(text) <= limits.TRICKS:
            return int(text)
        self.report("bad-value.trick", at, text, last=limits.TRICKS)
        return None

    def date(self, text: str, at: At) -> str | None:
        """A date as the format writes it."""
        text = text.strip()
        if _ISO_DATE.fullmatch(text):
            try:
                return datetime.date.fromisoformat(text).isoformat()
            except ValueError:
                pass
        self.report("bad-value.date", at, text)
        return None

    def is_short(self, text: str, at: At, limit: int) -> bool:
        """Whether a text is no longer than its field may be; a longer one is reported."""
        if len(text) <= limit:
            return True
        self.report("bad-value.too-long", at, text, length=len(text), limit=limit)
        return False

    def has_length(self, what: str, length: int, expected: int, at: At, text: str) -> bool:
        """Whether a list has the length that its field asks for."""
        if length == expected:
            return True
        self.report(what, at, text, length=length, expected=expected)
        return False

    def seat(self, names: Iterable[str | None], at: At, text: str) -> tuple[str, ...] | None:
        """The players of a list, where `None` is what is no name; `None` when they cannot sit down."""
        players = [name if name is None else normal(name) for name in names]
        if len(players) not in limits.PLAYERS:
            least, most = limits.PLAYERS
            self.report("bad-length.players", at, text, length=len(players), least=least, most=most)
            return None
        if "" in players or None in players:
            self.report("bad-value.empty-name" if "" in players else "bad-value.name", at, text)
            return None
        seated = tuple(player for player in players if player is not None)
        if not all(self.is_short(player, at, limits.PLAYER_CHARS) for player in seated):
            return None
        twice = next((player for player in seated if seated.count(player) > 1), None)
        if twice is not None:
            self.report("duplicate-player.twice", at, text, player=twice)
            return None
        if FONDO in seated:
            self.report("duplicate-player.fondo", at, text, player=FONDO)
            return None
        return seated


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that this one is probably meant for, or nothing."""
    if len(word) > limits.NAME_CHARS:
        return ""
    by_fold = {fold(each): each for each in known if len(each) <= limits.NAME_CHARS}
    folded = fold(word)
    close = [folded] if folded in by_fold else difflib.get_close_matches(folded, by_fold, n=1, cutoff=_CLOSE)
    return by_fold[close[0]] if close else ""


def _spells_a_card(text: str) -> bool:
    """Whether the text is in a table of cards: it is read as none when that could be two."""
    folded = fold(text) if len(text) <= LONGEST_SPELLING else ""
    return any(folded in table or joined(folded) in table for table in SPELLINGS.values())


def spell(cards: Iterable[int]) -> list[str]:
    """The canonical spelling of each card."""
    return [NAMES[card] for card in cards]
