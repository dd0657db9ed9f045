"""Cards in words, in the language that is spoken: the ace of copas, the queen of hearts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from audit.card_names import parse_card
from audit.cards import Pack
from audit.language import N_, _

RANKS: Mapping[Pack, Mapping[int, str]] = {
    Pack.SPANISH: {1: N_("the ace"), 10: N_("the sota"), 11: N_("the caballo"), 12: N_("the king")},
    Pack.FRENCH: {1: N_("the ace"), 11: N_("the jack"), 12: N_("the queen"), 13: N_("the king")},
}
SUITS: Mapping[Pack, Sequence[str]] = {
    Pack.SPANISH: (N_("oros"), N_("copas"), N_("espadas"), N_("bastos")),
    Pack.FRENCH: (N_("hearts"), N_("diamonds"), N_("spades"), N_("clubs")),
}


def card_in_words(name: str, pack: Pack) -> str:
    """A card, spelt as in a log, in words with their article; as it is spelt where it is no card of the pack."""
    card = parse_card(name, pack)
    if card is None or card < 0:
        return name
    rank, suit = card & 15, card >> 4 & 7
    if suit >= len(SUITS[pack]) or not rank:
        return name
    word = RANKS[pack].get(rank)
    named = _(word) if word else _("the {number}").format(number=rank)
    return _("{rank} of {suit}").format(rank=named, suit=_(SUITS[pack][suit]))
