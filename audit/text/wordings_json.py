"""The kinds of problems that are worded otherwise of a log in JSON."""

from __future__ import annotations

from audit.language import N_
from audit.text.wordings import Wording

JSON_WORDINGS: dict[str, Wording] = {
    "bad-line.kept": Wording(
        N_("text that could not be read is kept here as a comment: `{found}`; it does not count"),
        N_("the value as it should be, in its place, and the comment deleted"),
    ),
    "bad-value.integer": Wording(
        N_("`{found}` is no whole number"),
        N_("a whole number, or null: not recorded"),
    ),
    "bad-value.negative-fondo": Wording(
        N_("a fondo of `{found}` cannot be left from before; it does not count"),
        N_("a whole number, 0 or more, or null: not recorded"),
    ),
    "bad-value.name": Wording(
        N_("`{found}` cannot be read as names"),
        N_("a list of names as JSON strings"),
    ),
    "bad-value.empty-name": Wording(
        N_("there is an empty name; the record is set aside"),
        N_("a name that is not empty"),
    ),
    "bad-value.exchange": Wording(
        N_("`{found}` is no exchange"),
        N_("`player`, `discard` and `take`; both cards null: declined"),
    ),
    "bad-value.payment": Wording(
        N_("`{found}` is no payment"),
        N_("`from`, `to` and `amount`"),
    ),
    "bad-value.version": Wording(
        N_("`{found}` names another format than this one; the record is set aside"),
        N_("version {version}: `revesino-log/{version}`"),
    ),
    "bad-card.no-card": Wording(
        N_("`{found}` is no card; it counts as unknown"),
        N_("a card of the {pack} pack as {examples}; null or `??` where it is not known"),
    ),
    "bad-length.numbers": Wording(
        N_("there are no values; the list does not count"),
        N_("{expected}, one for each player in order of play; null where not recorded"),
    ),
    "bad-length.players": Wording(
        N_("there are no players; the record is set aside"),
        N_("{seats}, in order of play"),
    ),
    "missing-header.key": Wording(
        N_("the record has no `{key}` that counts; it is set aside"),
        N_("a value for `{key}`"),
    ),
    "no-deals.file": Wording(
        N_("no deal was found in the file"),
        N_("at least one JSON record"),
    ),
}
