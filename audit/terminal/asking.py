"""The next-best question about a deal, for a reader."""

from __future__ import annotations

from collections.abc import Iterator

from audit.ask import Asked, Question
from audit.language import _, ngettext
from audit.text.lines import Line, clean, counted, number, ranges


def question_lines(session: str, deal: int, asked: Asked) -> Iterator[Line]:
    """What is open, what to ask, and what each answer would settle."""
    yield Line(_("{session}, deal {deal}").format(session=clean(session), deal=deal), "title")
    if asked.ways is None:
        text = _("Too much is missing to try all that the cards may have been. Ask first for the cards of: {tricks}.")
        yield Line("  " + text.format(tricks=_("trick {numbers}").format(numbers=ranges(asked.missing))), "open")
        return
    if not asked.ways:
        text = _("No cards fit what was recorded. Look for a mistake among the tricks, leaders and hands of this deal.")
        yield Line("  " + text, "open")
        return
    if not asked.open:
        yield Line("  " + _("No missing card leaves anything open."), "good")
        return
    figures = counted("{n} figure is open", "{n} figures are open", asked.open)
    ways = counted("the cards fit in {n} way", "the cards fit in {n} ways", asked.ways)
    yield Line(f"  {figures}; {ways}.", "open")
    for place, one in enumerate(asked.questions):
        yield Line("")
        yield Line(f"  {place + 1}. {_asked(one)}", "plain" if place else "heading")
        for answer in one.answers:
            settled = counted("settles {n} figure", "settles {n} figures", answer.settles)
            text = ngettext("{answer}: {settled} ({n} way)", "{answer}: {settled} ({n} ways)", answer.ways)
            text = text.format(answer=clean(answer.value), settled=settled, n=number(answer.ways))
            yield Line(f"     {text}", "faint")


def _asked(one: Question) -> str:
    if one.what == "trick_winner":
        return _("Who won trick {trick}?").format(trick=one.trick)
    if one.player is not None:
        return _("What did {player} play in trick {trick}?").format(player=clean(one.player), trick=one.trick)
    return _("What was the card in place {place} of trick {trick}?").format(place=one.position, trick=one.trick)
