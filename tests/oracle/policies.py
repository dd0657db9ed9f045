"""How simulated players choose a card: small steering rules, each after one rare event."""

import random
from dataclasses import dataclass
from typing import Protocol

from .cards import Pack, suit_of

Card = str


@dataclass
class View:
    """What a player sees when it is his turn."""

    pack: Pack
    hand: list[Card]
    legal: list[Card]
    led_suit: str | None  # None: he leads
    best: int  # strength of the card that wins so far; 0 when he leads
    trick: int
    last_trick: int
    unseen: set[Card]  # neither played nor his
    rng: random.Random

    def strength(self, card: Card) -> int:
        """The card's place in its suit."""
        return self.pack.strength[card]

    def wins(self, card: Card) -> bool:
        """It would win the trick as it stands."""
        return self.led_suit is None or (suit_of(card) == self.led_suit and self.strength(card) > self.best)

    def above(self, card: Card) -> int:
        """How many unseen cards beat it when it is led."""
        return sum(
            suit_of(other) == suit_of(card) and self.strength(other) > self.strength(card) for other in self.unseen
        )

    def suit_length(self, card: Card) -> int:
        """How many cards of its suit he holds."""
        return sum(suit_of(other) == suit_of(card) for other in self.hand)


class Policy(Protocol):
    """A way to choose."""

    def __call__(self, view: View) -> Card:
        """One of the legal cards."""
        ...


def wander(view: View) -> Card:
    """Any legal card."""
    return view.rng.choice(view.legal)


def grab(view: View) -> Card:
    """Wins every trick that he can: masters first, long suits before short."""
    if view.led_suit is None:
        return min(view.legal, key=lambda card: (view.above(card), -view.suit_length(card), -view.strength(card)))
    winning = [card for card in view.legal if view.wins(card)]
    if winning:
        return max(winning, key=view.strength)
    return max(view.legal, key=lambda card: (view.above(card), -view.strength(card)))


def dodge(view: View) -> Card:
    """Loses every trick that he can, and throws off high cards."""
    if view.led_suit is None:
        return max(view.legal, key=lambda card: (view.above(card), -view.strength(card)))
    losing = [card for card in view.legal if not view.wins(card)]
    if losing:
        return max(losing, key=lambda card: (view.pack.points[card], view.strength(card)))
    return min(view.legal, key=view.strength)


def hold_high(view: View) -> Card:
    """Keeps his high cards for the last two tricks, then wins with them."""
    if view.trick > view.last_trick - 2:
        return grab(view)
    return min(view.legal, key=lambda card: (view.strength(card), view.rng.random()))


def shed_quinola(view: View) -> Card:
    """Plays the quinola as soon as he may, otherwise dodges."""
    if view.pack.quinola in view.legal and view.led_suit is not None:
        return view.pack.quinola
    if view.led_suit is None and view.rng.random() < 0.5:
        # A short suit led is a void made: the quinola goes off sooner.
        return min(view.legal, key=lambda card: (view.suit_length(card), view.strength(card)))
    return dodge(view)


def keep_quinola(view: View) -> Card:
    """Plays the quinola when nothing else is legal."""
    rest = [card for card in view.legal if card != view.pack.quinola]
    if not rest:
        return view.pack.quinola
    return wander(View(**{**vars(view), "legal": rest}))


def lead_quinola(view: View) -> Card:
    """Leads the quinola when he is on lead, in any trick."""
    if view.led_suit is None and view.pack.quinola in view.legal and view.rng.random() < 0.6:
        return view.pack.quinola
    return grab(view)


def draw_quinola(view: View, first: int) -> Card:
    """Leads the quinola's suit from a given trick on; until then keeps that suit and his masters."""
    suit = suit_of(view.pack.quinola)
    of_suit = [card for card in view.legal if suit_of(card) == suit]
    rest = [card for card in view.legal if suit_of(card) != suit]
    if view.led_suit is None and of_suit and (view.trick >= first or not rest):
        return max(of_suit, key=view.strength)
    if rest and view.trick < first - 1:
        return min(rest, key=view.strength)
    return grab(View(**{**vars(view), "legal": rest or of_suit}))


def nothing_won(view: View) -> Card:
    """A napolitano who throws aces and the quinola on other suits, and will not win a trick."""
    if view.led_suit is None:
        return min(view.legal, key=lambda card: (view.strength(card), view.rng.random()))
    losing = [card for card in view.legal if not view.wins(card)]
    if not losing:
        return min(view.legal, key=view.strength)
    precious = [card for card in losing if card in view.pack.aces or card == view.pack.quinola]
    if precious and view.rng.random() < 0.7:
        return view.rng.choice(precious)
    return max(losing, key=view.strength)


def ace_at_last(view: View) -> Card:
    """A napolitano who loses 1–9 and keeps an ace for the last two tricks."""
    if view.trick > view.last_trick - 2:
        return grab(view)
    losing = [card for card in view.legal if not view.wins(card)] or view.legal
    return min(losing, key=lambda card: (card in view.pack.aces, view.strength(card)))


def meet_quinola(view: View) -> Card:
    """A napolitano whose quinola falls to the first oros trick that others lead."""
    suit = suit_of(view.pack.quinola)
    if view.led_suit == suit and view.pack.quinola in view.legal:
        return view.pack.quinola
    losing = [card for card in view.legal if not view.wins(card) and card != view.pack.quinola]
    if losing:
        return max(losing, key=view.strength)
    return min(view.legal, key=lambda card: (card == view.pack.quinola, view.strength(card)))


def legal_cards(hand: list[Card], led_suit: str | None, free: bool) -> list[Card]:
    """R6, X3: the led suit if he has it; a napolitano in 1–9 is free (N2)."""
    of_suit = [card for card in hand if suit_of(card) == led_suit]
    return hand if free or not of_suit else of_suit
