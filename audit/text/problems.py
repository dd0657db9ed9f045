"""The wording of each kind of problem: what is wrong, and what was expected with the remedy."""

from __future__ import annotations

from typing import NamedTuple

from audit.model import Problem


class Wording(NamedTuple):
    """Two sentences in which `{found}` is the text found and other names are the problem's parameters."""

    message: str
    expected: str


_NO_REMEDY_NEEDED = "nothing need be done; `revesino fmt` writes plain UTF-8 text"

WORDINGS: dict[str, Wording] = {
    # How the file is encoded
    "encoding.bom": Wording("the file begins with a byte order mark, which was passed over", _NO_REMEDY_NEEDED),
    "encoding.crlf": Wording("lines end in CR LF, which was read as a line end", _NO_REMEDY_NEEDED),
    "encoding.cr": Wording("a line ends in a lone CR, which was read as a line end", _NO_REMEDY_NEEDED),
    "encoding.nbsp": Wording("there are no-break spaces, which were read as blanks", _NO_REMEDY_NEEDED),
    "encoding.cp1252": Wording(
        "the file is not UTF-8 here, so the whole of it was read as Windows-1252",
        "UTF-8; look whether names with accents came out right, else save the file as UTF-8",
    ),
    "encoding.control": Wording(
        "there is a control character, which was left in its place", "text without control characters"
    ),
    "encoding.surrogate": Wording(
        "a text has half of a character, which was read as U+FFFD", "whole characters in `\\u` escapes"
    ),
    # Keys
    "unknown-key.text": Wording(
        "`{found}` is no key of the format{near}; the line is kept as a comment",
        "a key of the table in docs/log-format.md, or one of your own that begins with `x-`",
    ),
    "unknown-key.json": Wording(
        "`{found}` is no key here{near}; its value is kept as a comment",
        "a key of the published schema, or at the top of the record one of your own that begins with `x-`",
    ),
    "repeated-key.equal": Wording(
        "this was given before, equally, on line {first}", "each key once; delete one of the two"
    ),
    "repeated-key.different": Wording(
        "this was given before with another value, on line {first}: none of them counts",
        "each key once; delete the wrong one",
    ),
    # Lines
    "bad-line.no-colon": Wording(
        "the line has no colon, so that it has no key", "`key: value`, or `;` before a comment"
    ),
    "bad-line.unclosed-quote": Wording(
        "a double quote is opened and not closed before the line ends",
        'a closing quote on the same line; a quote inside quotes is written `""`',
    ),
    "bad-line.before-deal": Wording(
        "`{key}` belongs to a deal, and no deal has begun here", "a line `reparto N` above it"
    ),
    "bad-line.header-late": Wording(
        "`{key}` belongs to the session's header and stands between its deals, where it does not count",
        "the line above the first `reparto`, or a new session that begins with `revesino-log 1`",
    ),
    "bad-line.no-name": Wording("`{key}` lacks the name that it is about", "`{key} NAME: value`"),
    "bad-line.extra-name": Wording("`{key}` takes no name, and `{found}` follows it", "`{key}: value`"),
    "bad-line.json": Wording(
        "the line is no JSON ({reason})", "one whole JSON object, on a line of its own, for each deal"
    ),
    "bad-line.json-spread": Wording(
        "the file seems to be one JSON text over several lines; its lines are set aside one by one",
        "JSON Lines: one object a line for each deal, without brackets or commas around and between them",
    ),
    "bad-line.not-a-record": Wording(
        "the line is a JSON {kind}, not an object", "one JSON object a line for each deal, not in a list"
    ),
    "bad-line.kept": Wording(
        "a line that could not be read is kept here as a comment: `{found}`; it does not count",
        "the line as it should be: correct it and remove `; ilegible:`, or delete it",
    ),
    "bad-line.mistyped-deal": Wording(
        "the line seems to begin a deal{near}; all down to the next deal is set aside as one record",
        "`reparto`, `deal` or `distribuicao`, and the deal's number",
    ),
    # Values
    "bad-value.integer": Wording(
        "`{found}` is no whole number",
        "digits with or without a sign; blank or `?`: not recorded",
    ),
    "bad-value.dash": Wording(
        "`{found}` begins with a dash that is no minus sign; it does not count",
        "a hyphen as the sign: `{right}`",
    ),
    "bad-value.too-large": Wording(
        "the number `{found}` is larger than can be settled exactly", "at most {largest} with either sign"
    ),
    "bad-value.too-long": Wording("the text has {length} characters; it does not count", "at most {limit} characters"),
    "bad-value.date": Wording("`{found}` is no date", "a day of the calendar as YYYY-MM-DD"),
    "bad-value.trick": Wording("`{found}` is no trick's number", "a number from 1 to {last}"),
    "bad-value.name": Wording(
        "`{found}` cannot be read as names",
        "names without `, : ; > =` between commas; a name that has one of these stands in double quotes",
    ),
    "bad-value.empty-name": Wording(
        "there is an empty name between two commas; the line does not count",
        "a name between the commas, or one comma less",
    ),
    "bad-value.exchange": Wording(
        "`{found}` is no exchange",
        "a card for a card (`6c > 8e`), a card alone (the dealer), or `-` (declined)",
    ),
    "bad-value.payment": Wording(
        "`{found}` is no payment",
        "`FROM > TO AMOUNT label`",
    ),
    "bad-value.version": Wording(
        "`{found}` names another format than this one; its deals are set aside",
        "version {version}: `revesino-log {version}`",
    ),
    "bad-value.wrong-type": Wording("`{found}` is a JSON {found_type}", "a JSON {expected_type}, or null"),
    # Cards and lists
    "bad-card.no-card": Wording(
        "`{found}` is no card; it counts as unknown",
        "a card of the {pack} pack as in docs/log-format.md; `??` where it is not known",
    ),
    "bad-card.two": Wording(
        "`{found}` could be two different cards; it counts as unknown",
        "a spelling of one card only, best rank and suit as in docs/log-format.md",
    ),
    "bad-card.wrong-type": Wording(
        "`{found}` is no card; it counts as unknown", "a card as a JSON string, or null where it is not known"
    ),
    "bad-length.cards": Wording(
        "{there} card{s}; the list does not count",
        "{expected} cards",
    ),
    "bad-length.numbers": Wording(
        "{there} value{s}; the list does not count",
        "{expected} between commas, one for each player in order of play; `?` where not recorded",
    ),
    "bad-length.blanks": Wording(
        "there are no commas between some of the values; the list does not count",
        "put commas between them: `{right}`",
    ),
    "bad-length.semicolons": Wording(
        "{there} value{s} before the `;`, and everything after it is a comment; the list does not count",
        "{expected} values: put commas between them",
    ),
    "bad-length.comma": Wording(
        "there is one comma too many at the end; it was passed over",
        "no comma behind the last one",
    ),
    "bad-length.players": Wording(
        "{there} player{s}; the line does not count",
        "{seats}, in order of play",
    ),
    "bad-length.names-in-blanks": Wording(
        "there are no commas, so that this is one name; the line does not count",
        "put commas between the names: {seats}, in order of play",
    ),
    "bad-length.names-in-semicolons": Wording(
        "there is one name before the `;`, and everything after it is a comment; the line does not count",
        "put commas between the names: {seats}, in order of play",
    ),
    "bad-length.tricks": Wording(
        "{there} trick{s}; those after the last possible one do not count",
        "at most {expected} tricks",
    ),
    # Players
    "unknown-player.name": Wording(
        "`{found}` is not among the players of this deal{near}; {cost}",
        "one of: {known}; case and accents count",
    ),
    "duplicate-player.twice": Wording(
        "`{player}` is listed twice", "a name of its own for each player; nobody can be told apart otherwise"
    ),
    "duplicate-player.fondo": Wording("a player is called `{player}`, as the pot is", "another name for the player"),
    # Against the shape of the ruleset
    "bad-length.players-of-ruleset": Wording(
        "there are {found} players, and `{rules}` is not played so; the deals are set aside",
        "{right} players",
    ),
    "bad-value.beyond-last-trick": Wording(
        "there is a trick {found}, and a deal of `{rules}` has fewer; it does not count",
        "a number from 1 to {right}",
    ),
    # Sessions and deals
    "unknown-ruleset.none": Wording(
        "`{found}` is no ruleset, so that the session is read and not settled", "one of: {known}"
    ),
    "unknown-ruleset.near": Wording(
        "`{found}` is no ruleset, so that the session is read and not settled{near}", "one of: {known}"
    ),
    "bad-option.unknown": Wording(
        "`{found}` is no option of the ruleset; the session is read and not settled", "one of: {known}"
    ),
    "bad-option.near": Wording(
        "`{found}` is no option of the ruleset{near}; the session is read and not settled", "one of: {known}"
    ),
    "bad-option.value": Wording(
        "`{value}` is no value of option `{name}`; the session is read and not settled", "{known}"
    ),
    "bad-option.share": Wording(
        "`{part}` is {share} of a `{bound}` of {whole}; the session is read and not settled",
        "a `{part}` that is not above `{bound}`",
    ),
    "bad-option.late": Wording(
        "an option stands below the session's first deal; the session is not settled",
        "the line above the first `reparto`: a session is played by one set of rules",
    ),
    "missing-header.format": Wording(
        "no session has begun here; what follows is read as version 1", "a first line `revesino-log 1`"
    ),
    "missing-header.late": Wording(
        "this gives another session than the one that began above; it is taken for a new one",
        "a line `revesino-log 1` above it, and then club, sesion, reglas and jugadores",
    ),
    "missing-header.key": Wording(
        "the session has no `{key}` that counts; its deals are set aside",
        "a value for `{key}`",
    ),
    "missing-deal-number.absent": Wording(
        "the deal has no number; it is set aside",
        "a whole number from 1 on, the deal's place in its session",
    ),
    "missing-deal-number.bad": Wording(
        "`{found}` does not give the deal's number; it is set aside",
        "a whole number from 1 on",
    ),
    # Files
    "no-deals.empty": Wording("the file is empty", "a session with at least one deal"),
    "no-deals.file": Wording(
        "no deal was found in the file",
        "at least one deal (`reparto 1`)",
    ),
    "no-deals.folder": Wording("there is no log in the folder", "files that end in {forms}"),
    "too-large.cards": Wording(
        "the list of cards has more than {limit} words; it does not count", "the cards of one player"
    ),
    "too-large.file": Wording(
        "the file has {size} bytes and was not read", "at most {limit} bytes; cut it between sessions"
    ),
    "too-large.line": Wording(
        "the line is longer than {limit} characters and was passed over", "lines as long as a deal needs"
    ),
    "too-large.nesting": Wording(
        "lists and objects are nested too deep, and cannot be read as such", "at most {limit} levels"
    ),
    "too-large.problems": Wording(
        "at least {total} problems in this file; {more} of them, from here on, are not shown",
        "fewer; mend those that are shown and read the file again",
    ),
    "unreadable.binary": Wording("the file is no text", "a log as text, in a form that its suffix names"),
    "unreadable.form": Wording(
        "the file is in no form that can be told by its suffix or its beginning",
        "a file that ends in {forms}",
    ),
    "unreadable.missing": Wording("there is no such file or folder", "the path of a log, or of a folder of logs"),
    "unreadable.not-a-file": Wording("this is neither a file nor a folder", "a regular file or a folder"),
    "unreadable.system": Wording("it could not be read ({reason})", "a file that may be read"),
    "unreadable.utf16": Wording("the file is UTF-16", "the file saved as UTF-8"),
}


JSON_WORDINGS: dict[str, Wording] = {
    "bad-line.kept": Wording(
        "text that could not be read is kept here as a comment: `{found}`; it does not count",
        "the value as it should be, in its place, and the comment deleted",
    ),
    "bad-value.integer": Wording(
        "`{found}` is no whole number",
        "a whole number, or null: not recorded",
    ),
    "bad-value.name": Wording(
        "`{found}` cannot be read as names",
        "a list of names as JSON strings",
    ),
    "bad-value.empty-name": Wording(
        "there is an empty name; the record is set aside",
        "a name that is not empty",
    ),
    "bad-value.exchange": Wording(
        "`{found}` is no exchange",
        "`player`, `discard` and `take`; both cards null: declined",
    ),
    "bad-value.payment": Wording(
        "`{found}` is no payment",
        "`from`, `to` and `amount`",
    ),
    "bad-value.version": Wording(
        "`{found}` names another format than this one; the record is set aside",
        "version {version}: `revesino-log/{version}`",
    ),
    "bad-card.no-card": Wording(
        "`{found}` is no card; it counts as unknown",
        "a card of the {pack} pack as in docs/log-format.md; null or `??` where it is not known",
    ),
    "bad-length.numbers": Wording(
        "{there} value{s}; the list does not count",
        "{expected}, one for each player in order of play; null where not recorded",
    ),
    "bad-length.players": Wording(
        "{there} player{s}; the record is set aside",
        "{seats}, in order of play",
    ),
    "missing-header.key": Wording(
        "the record has no `{key}` that counts; it is set aside",
        "a value for `{key}`",
    ),
    "no-deals.file": Wording(
        "no deal was found in the file",
        "at least one JSON record",
    ),
}
"""The kinds that are worded otherwise of a log in JSON."""


class _Named(dict[str, object]):
    """Values for a template; a name without one is shown as it stands."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def message(problem: Problem) -> str:
    """What is wrong; before it the path, where the record is JSON."""
    text = _fill(_wording(problem).message, problem)
    aside = problem.params.get("aside")
    if aside:
        text += f" ({aside} deal{'' if aside == 1 else 's'} set aside because of it)"
    path = problem.params.get("path")
    return f"{path}: {text}" if path else text


def expected(problem: Problem) -> str:
    """What stands there in a right log, or what to do."""
    return _fill(_wording(problem).expected, problem)


def _wording(problem: Problem) -> Wording:
    """The wording for the form of the log in which the problem stands."""
    in_json = "path" in problem.params or problem.place.file.lower().endswith(".jsonl")
    return (JSON_WORDINGS.get(problem.what) if in_json else None) or WORDINGS[problem.what]


def _fill(template: str, problem: Problem) -> str:
    near = problem.params.get("near")
    length, least, most = (problem.params.get(name) for name in ("length", "least", "most"))
    values = {
        "found": problem.excerpt,
        **problem.params,
        "there": f"there {'is' if length == 1 else 'are'} {length or 'no'}",
        "s": "" if length == 1 else "s",
        "seats": f"{least} names" if least and least == most else "4 names, or 5 where the dealer sits out",
        "near": f" (did you mean `{near}`?)" if near else "",
    }
    return template.format_map(_Named(values))
