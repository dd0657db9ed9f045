"""What was inferred as a file of house rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from audit.clauses import Value
from audit.house_file import HouseFile
from audit.infer.switches import Inference, written


def house_file(found: Inference) -> HouseFile:
    """The house rules of a club; an option that logs name stands in it also where it is at its default.

    A habit that changed stands with its last value, and as it was until then.
    """
    until: dict[str, dict[str, Value]] = defaultdict(dict)
    options: dict[str, Value] = {}
    for one in found.switches:
        if one.option in found.options or one.since is not None or one.named:
            options[one.option] = written(one.value)
        if one.since is not None:
            until[one.since][one.option] = written(one.before)
    return HouseFile(found.rules, found.club, options, until)


def comment(found: Inference) -> Iterator[str]:
    """What is said at the head of the file, in the words of the data: for how many deals each option stands."""
    yield f"revesino infer-rules: {found.sessions} sessions, {found.deals} deals"
    for one in found.switches:
        if one.option in found.options or one.since is not None:
            yield f"{one.option}: +{one.supports} -{len(one.contradicting)}"
