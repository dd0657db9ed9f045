"""A deal trick by trick at the terminal: what was written beside what is right, and every payment with its rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from audit.cards import NAMES
from audit.language import _
from audit.model import Exchange
from audit.play import DealPlay, TrickPlay, play
from audit.report import Audited, DecisionNote
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sessions import Session
from audit.sheet.cells import Cell, Mark
from audit.sheet.figures import PER_PLAYER, figures
from audit.sheet.words import decision
from audit.terminal import marks
from audit.terminal.columns import Column, aligned, legend, shorten, table
from audit.terminal.payments import PaymentText
from audit.terminal.render import STATUS_ROLES, clause_lines
from audit.text.figures import DECLARATIONS, REASONS, STATUSES, SUBJECTS, account, change, title
from audit.text.lines import Line, at_lines, clean, listed, number, times

LEADS, WINS = "›", "*"
NARROWEST = 5
"""Cells that a name needs at least."""


class PlayText:
    """A deal in words and columns for a terminal of some width; it remembers which rules and signs it showed."""

    def __init__(self, play: DealPlay, width: int, decisions: Sequence[DecisionNote] = ()) -> None:
        self._play = play
        self._notes = decisions
        self._width = width
        self._deal = play.figures.deal
        names = [clean(name) for name in self._deal.players]
        self._short = shorten(names, _name_width(play, names, width))
        self._payments = PaymentText(self._name)
        self.signs = self._payments.signs
        self.rules = self._payments.rules

    def lines(self) -> Iterator[Line]:
        """The whole deal."""
        yield from self._head()
        yield from self._hands()
        if self._play.stakes:
            yield Line("  " + _("Before the first trick"), "title")
            yield from (self._payments.entry(one, "") for one in self._play.stakes)
        yield from self._tricks()
        yield from self._after()
        yield from self._figures()
        yield from self._wrong()
        yield from (Line(f"  {text}", "faint") for text in marks.legend(self.signs, self._width - 2))
        yield from (Line(f"  {text}", "faint") for text in legend(self._short, self._width - 2))

    def _name(self, name: str) -> str:
        """A name as it stands in the columns."""
        text = clean(account(name))
        return self._short.get(text, text)

    # ------------------------------------------------------------------------------------------ before the play

    def _head(self) -> Iterator[Line]:
        figures, source = self._play.figures, self._play.figures.row["source"]
        words = {
            "number": self._deal.number,
            "status": _(STATUSES[figures.status]),
            "place": f"{clean(source['file'])}:{source['line']}",
        }
        text = _("Deal {number}, {status} ({place})").format(**words)
        if figures.version:
            text = _("Deal {number}, version {version}, {status} ({place})").format(version=figures.version, **words)
        yield Line(text, STATUS_ROLES[figures.status])
        for note in self._notes:
            yield Line("  " + clean(decision(note)), "open")
        if figures.dealt_by:
            dealer = figures.dealer
            text = _("dealer: {name}").format(name=clean(figures.dealt_by))
            if dealer.is_wrong:
                self.signs.add(marks.WRONG)
                text = _("dealer: {name} {sign}, where it was the turn of {right}").format(
                    name=clean(figures.dealt_by), sign=marks.WRONG, right=clean(str(dealer.right))
                )
            yield Line(f"  {text}")
        for what, words_of in DECLARATIONS.items():
            who = getattr(self._deal.declarations, what)
            if who is not None:
                yield Line("  " + _("declared: {what}").format(what=_(words_of).format(player=clean(who))))

    def _hands(self) -> Iterator[Line]:
        """The recorded hands as they were dealt, and what the exchange made of them."""
        deal = self._deal
        if not deal.hands and not deal.exchanges and deal.stock is None:
            return
        yield Line("  " + _("Hands"), "title")
        exchanges = {one.player: one for one in deal.exchanges}
        names = [name for name in deal.players if name in deal.hands or name in exchanges]
        width = max((len(self._name(name)) for name in names), default=0)
        for name in names:
            before = deal.hands.get(name)
            first = _cards(before, self._play.ruleset) if before is not None else _("(not recorded)")
            yield Line(f"    {self._name(name):<{width}}  {first}")
            if name in exchanges:
                yield from self._exchange(exchanges[name], before, " " * (width + 6))
        if deal.stock is not None:
            yield Line("    " + _("stock: {cards}").format(cards=" ".join(NAMES[card] or "??" for card in deal.stock)))

    def _exchange(self, exchange: Exchange, before: Sequence[int] | None, indent: str) -> Iterator[Line]:
        if exchange.discard is None:
            yield Line(indent + _("exchanges nothing"))
            return
        given, taken = NAMES[exchange.discard] or "??", exchange.take
        if taken is None:
            text = _("lays away {card}").format(card=given)
        else:
            text = _("gives {card}, takes {taken}").format(card=given, taken=NAMES[taken] or "??")
        yield Line(indent + text)
        if before is not None and exchange.discard in before:
            after = [card for card in before if card != exchange.discard] + ([taken] if taken is not None else [])
            yield Line(indent + _("then {cards}").format(cards=_cards(after, self._play.ruleset)))

    # ------------------------------------------------------------------------------------------------- the play

    def _tricks(self) -> Iterator[Line]:
        """A row a trick, under it what moved for it."""
        tricks = self._play.tricks
        if not tricks:
            yield Line("  " + _("No trick is recorded."), "faint")
            return
        heading, *rows = table(self._columns(tricks))
        yield Line(heading, "title")
        for one, text in zip(tricks, rows, strict=True):
            yield Line(text)
            yield from self._under(one)
        yield Line("  " + _("{leads} leads, {wins} takes the trick").format(leads=LEADS, wins=WINS), "faint")

    def _columns(self, tricks: Sequence[TrickPlay]) -> list[Column]:
        names = [name for name in self._deal.players if name != _sitting_out(self._play)]
        return [
            Column(_("trick"), [str(one.number) for one in tricks], right=True),
            *(Column(self._name(name), [_card(one, name) for one in tricks]) for name in names),
            Column(_("taken by"), [self._winner(one.winner) for one in tricks]),
            Column(_("points"), ["?" if one.points is None else str(one.points) for one in tricks], right=True),
            Column(_("fondo"), ["?" if one.fondo is None else number(one.fondo) for one in tricks], right=True),
        ]

    def _winner(self, cell: Cell) -> str:
        """Who took a trick; who was written down instead stands under it."""
        if cell.value is None:
            return marks.OPEN
        sign = f" {marks.WRONG}" if cell.is_wrong else marks.OPEN if cell.mark is Mark.OPEN else ""
        return self._name(str(cell.value)) + sign

    def _under(self, one: TrickPlay) -> Iterator[Line]:
        if any(card.player is None for card in one.cards):
            cards = " ".join(card.name for card in one.cards)
            yield Line("         " + _("{cards}: who led, and so who played which, is not known").format(cards=cards))
        if one.winner.is_wrong:
            self.signs.add(marks.WRONG)
            text = _("{sign} recorded as taken by {name} [{rule}]").format(
                sign=marks.WRONG, name=self._name(str(one.winner.recorded)), rule=self._payments.cite(one.winner.rule)
            )
            yield Line(f"         {text}", "bad")
        yield from (self._payments.entry(entry, one.card_of(entry), "         ") for entry in one.entries)
        yield from (self._payments.withheld(entry, one.card_of(entry), "         ") for entry in one.withheld)
        yield from self._payments.loose(one.loose, "         ")

    def _after(self) -> Iterator[Line]:
        play = self._play
        moved = [self._payments.entry(entry, "") for entry in play.after]
        moved += [self._payments.withheld(entry, "", "    ") for entry in play.withheld]
        if moved or (play.loose and play.is_settled):
            yield Line("  " + _("After the last trick"), "title")
        yield from moved
        if play.loose and not play.is_settled:
            # Where nobody knows what moved, one of these may be a stake.
            yield Line("  " + _("Recorded payments that name no trick"), "title")
        yield from self._payments.loose(play.loose, "    ")

    # ---------------------------------------------------------------------------------------------- the outcome

    def _figures(self) -> Iterator[Line]:
        """What the deal comes to, a row a figure."""
        figures = self._play.figures
        yield Line("  " + _("What it comes to"), "title")
        columns = [Column("", [_(SUBJECTS[what]) for what in PER_PLAYER])]
        for name in self._deal.players:
            texts = [marks.cell_text(what, figures.of(what, name)) for what in PER_PLAYER]
            columns.append(Column(self._name(name), aligned(texts, marks.AFTER), right=True))
        yield from (Line(text) for text in table(columns, "    "))
        for text, what, cell in (
            (_("winner of the deal: {value}"), "winner", figures.winner),
            (_("fondo after the stakes: {value}"), "fondo_start", figures.fondo_start),
            (_("fondo at the end: {value}"), "fondo_end", figures.fondo_end),
        ):
            yield Line("    " + text.format(value=marks.cell_text(what, cell, self._name)))
        shown = [cell for what, cell in figures.cells() if what != "trick_winner"]
        self.signs |= marks.signs_of(shown)
        yield from self._open()

    def _open(self) -> Iterator[Line]:
        """What is not decided, and why."""
        subjects: dict[str, dict[str, None]] = defaultdict(dict)
        for what, cell in self._play.figures.cells():
            if cell.is_open and cell.reason and (what != "trick_winner" or self._play.tricks):
                subjects[cell.reason][_(SUBJECTS[what])] = None
        if self._play.reason and self._play.reason not in subjects:
            subjects[self._play.reason][_(SUBJECTS["payment"])] = None
        for reason, those in subjects.items():
            text = _("Not decided: {what}, because {reason}.")
            text = text.format(what=listed(list(those)), reason=_(REASONS[reason]))
            yield Line(f"  {text}", "open")

    def _wrong(self) -> Iterator[Line]:
        """The findings, and each wrong figure in words, with its rule and line."""
        found = [one for one in self._play.figures.row["findings"] if one["code"] != "missing-payment"]
        claims = [one for one in self._play.figures.row["claims"] if one["verdict"] == "contradicted"]
        if not found and not claims:
            return
        yield Line("  " + _("What is wrong"), "title")
        for one in found:
            role = "bad" if one["severity"] == "error" else "open"
            yield Line(f"    {clean(one['message'])}{self._where(one)}", role)
        alike: dict[tuple[str, str | None, int | None], list[Row]] = defaultdict(list)
        for one in claims:
            alike[clean(change(one)), one["rule"], one["carried_from"]].append(one)
        for (what, _rule, origin), ones in alike.items():
            text = times(what, len(ones))
            if origin is not None:
                text = _("{what} (carried on from deal {deal})").format(what=text, deal=origin)
            yield Line(f"    {text}{self._where(*ones)}", "bad" if origin is None else "faint")

    def _where(self, *ones: Row) -> str:
        """The rule that something rests on, and its lines in the log."""
        lines = [one["line"] for one in ones if one["line"]]
        parts = [self._payments.cite(ones[0]["rule"]), at_lines(lines) if lines else ""]
        text = ", ".join(part for part in parts if part)
        return f" [{text}]" if text else ""


def _name_width(play: DealPlay, names: Sequence[str], width: int) -> int:
    """The cells that a name may take, so that the table of tricks and that of figures fit."""
    longest = max(len(text) for text in (_("trick"), _("points"), _("fondo")))
    fondo = max((len(number(one.fondo)) for one in play.tricks if one.fondo is not None), default=0)
    columns = len(names) + (1 if _sitting_out(play) is None else 0)
    fixed = 2 + longest * 2 + max(longest, fondo) + 2 * (columns + 3) + len(f" {marks.WRONG}")
    return max(NARROWEST, (width - fixed) // columns)


def _sitting_out(play: DealPlay) -> str | None:
    """The dealer, where he plays no card."""
    rules: Ruleset | None = play.ruleset
    return play.figures.dealt_by if rules and rules.first_seat else None


def _card(one: TrickPlay, name: str) -> str:
    """What a player played, with the signs for who led and who took the trick."""
    card = next((card for card in one.cards if card.player == name), None)
    if card is None:
        return ""
    taken = WINS if one.winner.right == name else ""
    return (LEADS if one.leader == name else " ") + card.name + ("" if card.counts else marks.OPEN) + taken


def _cards(cards: Sequence[int], rules: Ruleset | None) -> str:
    """Cards suit by suit, each from high to low; unknown ones last."""
    strength = rules.strength if rules else None

    def place(card: int) -> tuple[bool, int, int]:
        unknown = not NAMES[card] or "?" in NAMES[card]
        return unknown, card >> 4, -int(strength[card]) if strength is not None else -card

    return " ".join(NAMES[card] or "??" for card in sorted(cards, key=place))


def deals(audited: Audited, session: Session, places: Sequence[int], width: int) -> Iterator[Line]:
    """The deals of a session at `places` (the records of one deal, or several deals), then the rules named in them."""
    yield Line(clean(title(audited.session_row(session, deals=False))), "heading")
    found, judged = figures(audited, session), audited.place_of(session)
    rules: set[str] = set()
    for place in places:
        decisions = audited.decisions_of(session.deals[place])
        text = PlayText(play(found[place], (judged[0], judged[1] + place) if judged else None), width, decisions)
        yield from text.lines()
        yield Line("")
        rules |= text.rules
    if session.ruleset:
        yield from clause_lines([(session.ruleset, rules)])
