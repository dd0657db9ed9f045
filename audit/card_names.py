"""Every spelling of a card that a log may use, as tables from the folded spelling to the card.

Words are matched within one language: `rey de copas` is Spanish and so no heart, `rei de copas` is Portuguese
and the king of hearts where the pack is French. A spelling that leads to two cards of a pack is in the table
with `AMBIGUOUS`, so that it is read as neither.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from audit.cards import NAMES, UNKNOWN, UNKNOWN_RANK, UNKNOWN_SUIT, Pack, code

AMBIGUOUS = -1
"""Stands in a table for a spelling of two cards; no card has this code."""

LONGEST_SPELLING = 60
"""No card's name is longer; what is longer is not looked at, however long it is."""

Words = dict[str, int]

_NUMBERS = {
    "es": ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
    "pt": ("dois", "tres", "quatro", "cinco", "seis", "sete", "oito", "nove"),
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
}
_LINKS = {"es": ("de", "del"), "pt": ("de",), "en": ("of", "ofthe"), "fr": ("de", "d", "du", "des")}

# By pack and language: the words of the ranks above nine and of the ace. A word given with two ranks is
# ambiguous: a Spaniard's `sota` is the jack, a Portuguese's may be the queen.
_RANK_WORDS: dict[Pack, dict[str, dict[str, tuple[int, ...]]]] = {
    Pack.SPANISH: {
        "es": {"as": (1,), "diez": (10,), "sota": (10,), "once": (11,), "caballo": (11,), "doce": (12,),
               "rey": (12,)},
        "pt": {"as": (1,), "sota": (10,), "valete": (10,), "cavalo": (11,), "rei": (12,)},
        "en": {"ace": (1,), "jack": (10,), "knave": (10,), "knight": (11,), "horse": (11,), "king": (12,)},
        "fr": {"as": (1,), "valet": (10,), "cavalier": (11,), "roi": (12,)},
    },
    Pack.FRENCH: {
        "es": {"as": (1,), "diez": (10,), "jota": (11,), "sota": (11,), "reina": (12,), "dama": (12,),
               "rey": (13,)},
        "pt": {"as": (1,), "dez": (10,), "valete": (11,), "sota": (11, 12), "dama": (12,), "rainha": (12,),
               "rei": (13,)},
        "en": {"ace": (1,), "ten": (10,), "jack": (11,), "knave": (11,), "queen": (12,), "king": (13,)},
        "fr": {"as": (1,), "dix": (10,), "valet": (11,), "dame": (12,), "roi": (13,)},
    },
}  # fmt: skip
_SUIT_WORDS: dict[Pack, dict[str, tuple[tuple[str, ...], ...]]] = {
    Pack.SPANISH: {
        "es": (("oros", "oro"), ("copas", "copa"), ("espadas", "espada"), ("bastos", "basto")),
        "pt": (("ouros", "ouro"), ("copas", "copa"), ("espadas", "espada"), ("paus", "pau", "bastos")),
        "en": (("coins", "coin"), ("cups", "cup"), ("swords", "sword"), ("clubs", "club", "batons")),
        "fr": (("deniers", "denier"), ("coupes", "coupe"), ("epees", "epee"), ("batons", "baton")),
    },
    Pack.FRENCH: {
        "es": (("corazones", "corazon"), ("diamantes", "diamante"), ("picas", "pica", "espadas"),
               ("treboles", "trebol")),
        "pt": (("copas", "copa"), ("ouros", "ouro"), ("espadas", "espada"), ("paus", "pau")),
        "en": (("hearts", "heart"), ("diamonds", "diamond"), ("spades", "spade"), ("clubs", "club")),
        "fr": (("coeurs", "coeur"), ("carreaux", "carreau"), ("piques", "pique"), ("trefles", "trefle")),
    },
}  # fmt: skip
_RANK_LETTERS: dict[Pack, Words] = {
    Pack.SPANISH: {"a": 1, "s": 10, "c": 11, "r": 12, **{str(rank): rank for rank in range(1, 13)}},
    Pack.FRENCH: {
        "a": 1,
        "t": 10,
        "j": 11,
        "q": 12,
        "k": 13,
        "v": 11,
        "d": 12,
        "r": 13,
        **{str(rank): rank for rank in range(2, 11)},
    },
}
_SYMBOLS = {Pack.SPANISH: ("", ""), Pack.FRENCH: ("♥♦♠♣", "♡♢♤♧")}


def fold(text: str) -> str:
    """The text without case, accents and variation selectors and with blanks collapsed, to compare words."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
        text = text.replace("œ", "oe").replace("Œ", "oe")
    return " ".join(text.casefold().split())


def joined(folded: str) -> str:
    """A folded name without what may stand between its words."""
    return "".join(folded.replace("-", " ").replace("_", " ").replace("'", " ").replace("’", " ").split())


def _short(pack: Pack) -> Iterator[tuple[str, int]]:
    """Rank and suit as letters, figures and symbols, with `?` for what is unknown."""
    alphabets = (pack.suits, *filter(None, _SYMBOLS[pack]))
    for letter, rank in _RANK_LETTERS[pack].items():
        yield letter + "?", code(pack, UNKNOWN_SUIT, rank)
        for alphabet in alphabets:
            for suit, mark in enumerate(alphabet):
                yield letter + mark, code(pack, suit, rank)
    for alphabet in alphabets:
        for suit, mark in enumerate(alphabet):
            yield "?" + mark, code(pack, suit, UNKNOWN_RANK)


def _ranks(pack: Pack, language: str) -> Iterator[tuple[str, int]]:
    yield from _RANK_LETTERS[pack].items()
    for rank, word in enumerate(_NUMBERS[language], 2):
        yield word, rank
    for word, ranks in _RANK_WORDS[pack][language].items():
        for rank in ranks:
            yield word, rank


def _long(pack: Pack) -> Iterator[tuple[str, int]]:
    """Full names, each language's words among themselves, as `joined` leaves them."""
    for language, suits in _SUIT_WORDS[pack].items():
        for word, rank in _ranks(pack, language):
            for suit, names in enumerate(suits):
                for name in names:
                    for link in _LINKS[language]:
                        yield word + link + name, code(pack, suit, rank)


def _table(pack: Pack) -> Words:
    table: Words = {}
    for spelling, card in (*_short(pack), *_long(pack)):
        if table.setdefault(spelling, card) != card:
            table[spelling] = AMBIGUOUS
    return table


SPELLINGS: dict[Pack, Words] = {pack: _table(pack) for pack in Pack}
"""By pack: the folded spelling (a full name joined) to the code, or `AMBIGUOUS`."""


def _look_up(text: str, pack: Pack) -> int | None:
    """The card of this pack that the text spells, `AMBIGUOUS` when two, `None` when none."""
    folded = fold(text)
    table = SPELLINGS[pack]
    found = table.get(folded)
    return table.get(joined(folded)) if found is None and len(folded) > len("10o") else found


def parse_card(text: str, pack: Pack | None) -> int | None:
    """The card that the text spells in a game with this pack, or `None` when it spells none or could be two.

    What is no card of the pack is read as a card of the other one (`AH` in a Spanish game), so that it can be
    named as a card that the deck lacks. Where the pack is not known (`None`), a spelling of both packs is no
    card, unless it is letter for letter the canonical one of just one of them.
    """
    text = text.strip()
    if text in {"?", "??"}:
        return UNKNOWN
    if len(text) > LONGEST_SPELLING:
        return None
    if pack is None:
        return _parse_in_either(text)
    for each in (pack, Pack.FRENCH if pack is Pack.SPANISH else Pack.SPANISH):
        found = _look_up(text, each)
        if found is not None:
            return None if found == AMBIGUOUS else found
    return None


def _parse_in_either(text: str) -> int | None:
    found = [card for pack in Pack if (card := _look_up(text, pack)) is not None]
    exact = [card for card in found if card >= 0 and NAMES[card] == text]
    if len(exact) == 1:
        return exact[0]
    return found[0] if len(found) == 1 and found[0] != AMBIGUOUS else None
