"""The keys of the `.rev` form in its three languages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from audit.card_names import fold
from audit.logs import fields, limits

Takes = Literal["", "number", "name", "trick", "trick?", "trick name"]
"""What follows a key's word: nothing, a deal's number, a name, a trick, perhaps one, a trick and a name."""


class Key(NamedTuple):
    """A key: the field it fills, its spelling in Spanish, English and Portuguese, and what follows it."""

    field: str
    spanish: str
    english: str
    portuguese: str
    takes: Takes = ""

    @property
    def spellings(self) -> tuple[str, str, str]:
        """The three words, Spanish first: that is the canonical one."""
        return self.spanish, self.english, self.portuguese


OPTION, HAND, EXCHANGE, TRICK, WINS, PAYMENT = "option", "hand", "exchange", "trick", "wins", "payment"

HEADER_KEYS = (
    Key(fields.CLUB, "club", "club", "clube"),
    Key(fields.SESSION, "sesion", "session", "sessao"),
    Key(fields.DATE, "fecha", "date", "data"),
    Key(fields.RULES, "reglas", "rules", "regras"),
    Key(OPTION, "opcion", "option", "opcao", "name"),
    Key(fields.PLAYERS, "jugadores", "players", "jogadores"),
    Key(fields.CARRIED_FONDO, "fondo previo", "fondo before", "fundo anterior"),
    Key(fields.CARRIED_BALANCE, "saldo previo", "balance before", "saldo anterior"),
)
DEAL_KEYS = (
    Key(fields.DEAL, "reparto", "deal", "distribuicao", "number"),
    Key(fields.DEALER, "dador", "dealer", "dador"),
    Key(HAND, "mano", "hand", "mao", "name"),
    Key(fields.STOCK, "monte", "stock", "monte"),
    Key(EXCHANGE, "cambio", "exchange", "troca", "name"),
    Key(fields.NAPOLITANA, "napolitana", "napolitana", "napolitana"),
    Key(fields.ESPAGNOLETTE, "espagnolette", "espagnolette", "espagnolette"),
    Key(fields.REVESINO, "revesino", "revesino", "revesino"),
    Key(TRICK, "baza", "trick", "vaza", "trick name"),
    Key(fields.POINTS, "puntos", "points", "pontos"),
    Key(fields.TRICKS, "bazas", "tricks", "vazas"),
    Key(WINS, "gana", "wins", "ganha", "trick"),
    Key(fields.WINNER, "ganador", "winner", "vencedor"),
    Key(PAYMENT, "pago", "payment", "pagamento", "trick?"),
    Key(fields.FONDO_START, "fondo inicial", "fondo start", "fundo inicial"),
    Key(fields.FONDO_END, "fondo final", "fondo end", "fundo final"),
    Key(fields.NET, "tantos", "net", "fichas"),
    Key(fields.BALANCE, "saldo", "balance", "saldo"),
    Key(fields.NOTE, "nota", "note", "nota"),
)
KEYS: tuple[Key, ...] = HEADER_KEYS + DEAL_KEYS
BY_FIELD: dict[str, Key] = {key.field: key for key in KEYS}
HEADER_FIELDS = frozenset(key.field for key in HEADER_KEYS)

_BY_WORD: dict[str, Key] = {word: key for key in KEYS for word in key.spellings}
_BY_TWO_WORDS: dict[tuple[str, ...], Key] = {tuple(word.split()): key for word, key in _BY_WORD.items() if " " in word}
NOTE_WORDS = frozenset(BY_FIELD[fields.NOTE].spellings)
_KEY_WORDS = frozenset(word for spelling in _BY_WORD for word in spelling.split())
TRICK_LETTERS = "btv"
"""Each language's letter before a trick's number: `b4`, `t4`, `v4`."""

_TRICK_LETTER = re.compile(rf"[{TRICK_LETTERS}]([0-9]+)")
_LETTERS = r"(?:[^\W\d_]|[\u0300-\u036f]){1,40}"
_DEAL_START = re.compile(_LETTERS)
_FORMAT_START = re.compile(rf"{_LETTERS}-{_LETTERS}")
_FORMAT_WORD = "revesino-log"
_STRAY = r"(?:[^\w:]|_)"
_STRAYS = re.compile(f"{_STRAY}+")
_OUTER_STRAYS = re.compile(r"^[\W_]+|[\W_]+$")
_NEARLY = re.compile(rf"({_LETTERS})\s*([0-9]{{1,9}})")
_AMONG_STRAYS = re.compile(rf":*({_LETTERS}):*([0-9]{{1,9}}):*")
_BEHIND_A_WORD = re.compile(rf"[\W_]*(?:([^\W_]{{1,5}}){_STRAY}+|[0-9]{{1,3}})({_LETTERS})[\W_]*([0-9]{{1,9}})[\W_]*")
_WITHOUT_NUMBER = re.compile(rf"[\W_]+({_LETTERS})(?:\s+\S*[0-9]\S*)?[\W_]*")
_DEAL_WORD_SLIPS = {word: max(1, len(word) // 3) for word in BY_FIELD[fields.DEAL].spellings}
"""How many slips of the pen still leave each word that begins a deal; `deal` allows one."""
_INITIALS = {word[0] for word in (*BY_FIELD[fields.DEAL].spellings, _FORMAT_WORD)}


class FoundKey(NamedTuple):
    """A key as it stands in a line: which one, and what follows its word."""

    key: Key
    trick: str | None
    name: str


def starts_deal(line: str) -> str | None:
    """What follows the word of a line that begins a deal; `None` when the line does not begin one.

    The word need not be followed by a blank: a damaged number must not hide that a deal begins here.
    """
    return _behind(line, _DEAL_START, BY_FIELD[fields.DEAL].spellings)


def starts_session(line: str) -> str | None:
    """What follows the format's name in a line that begins a session; `None` when it does not begin one."""
    return _behind(line, _FORMAT_START, (_FORMAT_WORD,))


def _behind(line: str, start: re.Pattern[str], words: tuple[str, ...]) -> str | None:
    # A byte order mark stands in the midst of a file that was put together from several.
    head = line.lstrip("\ufeff \t\u00a0")
    initial = head[:1]
    if initial.isascii() and initial.lower() not in _INITIALS:
        return None
    match = start.match(head)
    return head[match.end() :] if match and fold(match.group()) in words else None


def find_key(text: str) -> FoundKey | None:
    """The key that the text before a colon is; `None` when it is none of the table's, as `x-` keys are."""
    return _find_short_key(text) if len(text) <= limits.NAME_CHARS else _find_key(text)


@lru_cache(maxsize=limits.CACHE_ENTRIES)
def _find_short_key(text: str) -> FoundKey | None:
    return _find_key(text)


def _find_key(text: str) -> FoundKey | None:
    words = text.split(None, 2)
    if not words:
        return None
    if len(words) > 1 and (key := _BY_TWO_WORDS.get((fold(words[0]), fold(words[1])))):
        return FoundKey(key, None, words[2].strip() if len(words) > 2 else "")
    first = fold(words[0])
    rest = text.split(None, 1)[1].strip() if len(words) > 1 else ""
    if match := _TRICK_LETTER.fullmatch(first):
        return FoundKey(BY_FIELD[TRICK], match[1], rest)
    key = _BY_WORD.get(first)
    if key is None:
        return None
    if "trick" in key.takes and rest:
        return FoundKey(key, *_split_trick(rest, named=key.field == TRICK))
    return FoundKey(key, None, rest)


def _split_trick(text: str, *, named: bool) -> tuple[str, str]:
    """The trick's number and what is behind it, of `b4`, `baza 4` or (behind `baza`) `4 Ana`."""
    word, rest = _first_word(text)
    if match := _TRICK_LETTER.fullmatch(fold(word)):
        return match[1], rest
    if not named and fold(word) in BY_FIELD[TRICK].spellings and rest:
        return _first_word(rest)
    return word, rest


def _first_word(text: str) -> tuple[str, str]:
    words = text.split(None, 1)
    return (words[0] if words else ""), (words[1].strip() if len(words) > 1 else "")


def is_extra(text: str) -> bool:
    """Whether the text before a colon is a key of the log's own making, which is kept as it is."""
    return text.strip()[:2].casefold() == "x-" and len(text.strip()) > 2


def nearest_key(text: str) -> str:
    """The key that a text, or else its first word, is probably meant for, or nothing."""
    text = text[: limits.NAME_CHARS + 1]
    return fields.nearest(text, list(_BY_WORD)) or fields.nearest(_first_word(text)[0], list(_BY_WORD))


def mistyped_deal(text: str) -> str | None:
    """What a line is meant for that nearly begins a deal: `repartto 2`, `"reparto 2`, `x reparto 2`, `(reparto)`."""
    line = text.partition(";")[0].strip()
    if len(line) > limits.NAME_CHARS or is_extra(line):
        return None
    if match := _NEARLY.fullmatch(_OUTER_STRAYS.sub("", line)):
        word = fold(match[1])
        for right, slips in _DEAL_WORD_SLIPS.items():
            if _is_slip(word, right, slips) or word[1:] == right or word[2:] == right:
                return f"{right} {match[2]}"
    if (match := _AMONG_STRAYS.fullmatch(_STRAYS.sub("", line))) and fold(match[1]) in _DEAL_WORD_SLIPS:
        return f"{fold(match[1])} {match[2]}" if match[2] in line else fold(match[1])
    if (match := _BEHIND_A_WORD.fullmatch(line)) and fold(match[2]) in _DEAL_WORD_SLIPS:
        # `mano reparto 2` lacks a colon, and the name may be a player's.
        before = fold(match[1] or "")
        return None if before in _KEY_WORDS or _TRICK_LETTER.fullmatch(before) else f"{fold(match[2])} {match[3]}"
    if (match := _WITHOUT_NUMBER.fullmatch(line)) and fold(match[1]) in _DEAL_WORD_SLIPS:
        return fold(match[1])
    return None


def _is_slip(word: str, right: str, slips: int) -> bool:
    """Whether at most so many letters were left out, put in, mistaken or exchanged with their neighbours."""
    if abs(len(word) - len(right)) > slips:
        return False
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(word, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(right, 1):
            steps = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other))
            if last and j > 1 and letter == right[j - 2] and word[i - 2] == other:
                steps = min(steps, last[j - 2] + 1)
            row.append(steps)
    return row[-1] <= slips
