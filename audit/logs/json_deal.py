"""The fields of a deal from JSON; what is lost of a field is kept as a comment at it."""

from __future__ import annotations

from audit.logs import fields, limits
from audit.logs.json_text import Json, show
from audit.logs.json_values import JsonValues
from audit.logs.line_report import LineReport
from audit.logs.once import Once
from audit.model import (
    LARGEST,
    NOTHING_DECLARED,
    NOTHING_RECORDED,
    Declarations,
    Exchange,
    Payment,
    Recorded,
    Trick,
)

_DECLARATIONS = frozenset({"napolitana", "espagnolette", "revesino"})
_TRICK = frozenset({"leader", "cards"})
_EXCHANGE = frozenset({"player", "discard", "take"})
_PAYMENT = frozenset({"trick", "from", "to", "amount", "label"})
_RECORDED = frozenset(
    {"points", "tricks", "trick_winners", "winner", "payments", "fondo_start", "fondo_end", "net", "balance"}
)
_TRICK_NUMBERS = {str(number): number for number in range(1, limits.TRICKS + 1)}


class JsonDeal:
    """Reads the fields of one deal; the seating and the pack are those of `values`."""

    def __init__(self, values: JsonValues, report: LineReport) -> None:
        self.once = Once(report, show)
        self._values = values
        self._report = report
        self._names = values.seating.names.by_text
        self._accounts = values.seating.names.accounts
        self._card = values.cards.__getitem__

    def keep(self, field: str, path: str, value: Json) -> None:
        """Keep the text of a value of which something was lost."""
        if self._report.spoiled:
            self.once.comment(field, self._report.keep(f"{path.removeprefix('$.')}: {show(value)}"))
            self._report.spoiled = False

    def name(self, value: Json, field: str, path: str) -> str | None:
        """A player."""
        found = self._values.name(value, path)
        self.keep(field, path, value)
        return found

    def note(self, value: Json) -> str | None:
        """Free text."""
        found = self._values.text(value, "$.note")
        self.keep(fields.NOTE, "$.note", value)
        return found

    def hands(self, value: Json) -> dict[str, tuple[int, ...]]:
        """The hands by player."""
        found: dict[str, tuple[int, ...]] = {}
        for name, cards in self._fields(value, "$.hands"):
            path = f"$.hands.{name}"
            player = self._values.name(name, path)
            hand = self._values.card_list(cards, path)
            field = fields.END if player is None else fields.hand_field(player)
            if player is not None and hand is not None:
                self.once.put(found, player, field, hand, cards, path)
            self.keep(field, path, cards)
        return found

    def _fields(self, value: Json, path: str) -> list[tuple[str, Json]]:
        """The fields of an object whose keys are names."""
        known = frozenset(value) if isinstance(value, dict) else frozenset[str]()
        found = self._values.as_object(value, path, known)
        self.keep(fields.END, path, value)
        return list(found.items())

    def stock(self, value: Json) -> tuple[int, ...] | None:
        """The stock; an empty list is none."""
        found = self._values.cards_of_length(value, "$.stock", limits.STOCK_CARDS)
        self.keep(fields.STOCK, "$.stock", value)
        return found

    def exchanges(self, value: Json) -> tuple[Exchange, ...]:
        """The exchanges as listed; one for each player."""
        found: dict[str, Exchange] = {}
        for place, each in enumerate(self._values.as_list(value, "$.exchanges")):
            path = f"$.exchanges[{place}]"
            exchange = self._exchange(each, path)
            field = fields.END if exchange is None else fields.exchange_field(exchange.player)
            if exchange is not None:
                self.once.put(found, exchange.player, field, exchange, each, path)
            self.keep(field, path, each)
        self.keep(fields.END, "$.exchanges", value)
        return tuple(found.values())

    def _exchange(self, value: Json, path: str) -> Exchange | None:
        given = self._values.as_object(value, path, _EXCHANGE)
        player = self._values.name(given.get("player"), f"{path}.player")
        discard, take = given.get("discard"), given.get("take")
        if player is None or "discard" not in given:
            if not self._report.spoiled:
                self._report("bad-value.exchange", path, show(value))
            return None
        gone = None if discard is None else self._values.one_card(discard, f"{path}.discard")
        come = None if take is None else self._values.one_card(take, f"{path}.take")
        return Exchange(player, gone, come)

    def declarations(self, value: Json) -> Declarations:
        """Who declared what."""
        given = self._values.as_object(value, "$.declarations", _DECLARATIONS)
        self.keep(fields.END, "$.declarations", value)
        if not any(given.values()):
            return NOTHING_DECLARED
        return Declarations(
            *(
                self.name(given.get(field), field, f"$.declarations.{field}")
                for field in (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)
            )
        )

    def tricks(self, value: Json) -> dict[int, Trick]:
        """The tricks by number; null is one that is missing."""
        found: dict[int, Trick] = {}
        given = self._values.as_list(value, "$.tricks")
        if len(given) > limits.TRICKS:
            self._values.has_length("bad-length.tricks", len(given), limits.TRICKS, "$.tricks", show(given))
            given, value = given[: limits.TRICKS], given[limits.TRICKS :]
        self.keep(fields.END, "$.tricks", value)
        for number, each in enumerate(given, 1):
            if each is None:
                continue
            usual = self._usual_trick(each)
            if usual is not None:
                found[number] = usual
                continue
            trick = self._trick(each, f"$.tricks[{number - 1}]")
            if trick.leader is not None or trick.cards is not None:
                found[number] = trick
            self.keep(fields.trick_field(number), f"$.tricks[{number - 1}]", each)
        return found

    def _usual_trick(self, value: Json) -> Trick | None:
        """The trick when nothing about it is amiss; such are nearly all, and this is their quick way."""
        try:
            cards = value["cards"]
            if type(cards) is not list or len(cards) != limits.TRICK_CARDS or len(value) != len(_TRICK):
                return None
            return Trick(self._names[value["leader"]], tuple(map(self._card, cards)))
        except (KeyError, TypeError):
            return None

    def _trick(self, value: Json, path: str) -> Trick:
        given = self._values.as_object(value, path, _TRICK)
        leader = self._values.name(given.get("leader"), f"{path}.leader", cost=fields.THE_LEADER)
        cards = self._values.cards_of_length(given.get("cards"), f"{path}.cards", limits.TRICK_CARDS)
        return Trick(leader, cards)

    def recorded(self, value: Json) -> Recorded:
        """What the club recorded."""
        given = self._values.as_object(value, "$.recorded", _RECORDED)
        self.keep(fields.END, "$.recorded", value)
        if not given:
            return NOTHING_RECORDED
        return Recorded(
            points=self._numbers(given.get("points"), fields.POINTS),
            tricks=self._numbers(given.get("tricks"), fields.TRICKS),
            trick_winners=self._trick_winners(given.get("trick_winners")),
            winner=self.name(given.get("winner"), fields.WINNER, "$.recorded.winner"),
            payments=self._payments(given.get("payments")),
            fondo_start=self._fondo(given.get("fondo_start"), fields.FONDO_START),
            fondo_end=self._fondo(given.get("fondo_end"), fields.FONDO_END),
            net=self._numbers(given.get("net"), fields.NET),
            balance=self._numbers(given.get("balance"), fields.BALANCE),
        )

    def _numbers(self, value: Json, field: str) -> tuple[int | None, ...] | None:
        found = self._values.player_numbers(value, f"$.recorded.{field}")
        self.keep(field, f"$.recorded.{field}", value)
        return found

    def _fondo(self, value: Json, field: str) -> int | None:
        found = self._values.whole(value, f"$.recorded.{field}")
        self.keep(field, f"$.recorded.{field}", value)
        return found

    def _trick_winners(self, value: Json) -> dict[int, str]:
        try:
            return {_TRICK_NUMBERS[key]: self._names[name] for key, name in value.items()}
        except (KeyError, TypeError, AttributeError):
            # Something is missing or amiss: one after the other.
            pass
        found: dict[int, str] = {}
        for key, each in self._fields(value, "$.recorded.trick_winners"):
            path = f"$.recorded.trick_winners.{key}"
            number = self._values.trick_number(key, path)
            field = fields.END if number is None else fields.trick_winner_field(number)
            name = self._values.name(each, path) if number is not None else None
            if number is not None and name is not None:
                self.once.put(found, number, field, name, each, path)
            self.keep(field, path, each)
        return found

    def _payments(self, value: Json) -> tuple[Payment, ...]:
        found: list[Payment] = []
        for place, each in enumerate(self._values.as_list(value, "$.recorded.payments")):
            usual = self._usual_payment(each)
            if usual is not None:
                found.append(usual)
                continue
            path = f"$.recorded.payments[{place}]"
            payment = self._payment(each, path)
            if payment is not None:
                found.append(payment)
            self.keep(fields.payment_field(len(found) + (payment is None)), path, each)
        self.keep(fields.END, "$.recorded.payments", value)
        return tuple(found)

    def _usual_payment(self, value: Json) -> Payment | None:
        """The payment when nothing about it is amiss and it has no label."""
        try:
            trick, amount = value["trick"], value["amount"]
            if type(amount) is not int or abs(amount) > LARGEST or len(value) != len(_PAYMENT) - 1:
                return None
            if trick is not None and (type(trick) is not int or not 1 <= trick <= limits.TRICKS):
                return None
            payer, payee = self._accounts[value["from"]], self._accounts[value["to"]]
        except (KeyError, TypeError):
            return None
        return Payment(trick, payer, payee, amount, None, self._report.number)

    def _payment(self, value: Json, path: str) -> Payment | None:
        """A payment; `None` unless it says who paid whom how much, and in which trick if it names one."""
        values = self._values
        given = values.as_object(value, path, _PAYMENT)
        payer = values.name(given.get("from"), f"{path}.from", pot=True)
        payee = values.name(given.get("to"), f"{path}.to", pot=True)
        amount = values.whole(given.get("amount"), f"{path}.amount")
        trick = given.get("trick")
        if trick is not None:
            trick = values.trick_number(str(trick) if type(trick) is int else show(trick), f"{path}.trick")
        if payer is None or payee is None or amount is None or (trick is None and given.get("trick") is not None):
            if not self._report.spoiled and "amount" in given and amount is None:
                # An amount of null is no error, but nothing that could be written again.
                self._report.spoiled = self._report.unrecorded = True
            elif not self._report.spoiled:
                self._report("bad-value.payment", path, show(value))
            return None
        label = values.label(given.get("label"), f"{path}.label")
        return Payment(trick, payer, payee, amount, label, self._report.number)
