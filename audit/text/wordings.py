"""The wording of each kind of problem: what is wrong, and what was expected with the remedy."""

from __future__ import annotations

from typing import NamedTuple

from audit.language import N_


class Wording(NamedTuple):
    """Two sentences in which `{found}` is the text found and other names are the problem's parameters."""

    message: str
    expected: str


_NO_REMEDY_NEEDED = N_("nothing need be done; `revesino fmt` writes plain UTF-8 text")

WORDINGS: dict[str, Wording] = {
    # How the file is encoded
    "encoding.bom": Wording(N_("the file begins with a byte order mark, which was passed over"), _NO_REMEDY_NEEDED),
    "encoding.crlf": Wording(N_("lines end in CR LF, which was read as a line end"), _NO_REMEDY_NEEDED),
    "encoding.cr": Wording(N_("a line ends in a lone CR, which was read as a line end"), _NO_REMEDY_NEEDED),
    "encoding.nbsp": Wording(N_("there are no-break spaces, which were read as blanks"), _NO_REMEDY_NEEDED),
    "encoding.cp1252": Wording(
        N_("the file is not UTF-8 here, so the whole of it was read as Windows-1252"),
        N_("UTF-8; look whether names with accents came out right, else save the file as UTF-8"),
    ),
    "encoding.control": Wording(
        N_("there is a control character, which was left in its place"), N_("text without control characters")
    ),
    "encoding.surrogate": Wording(
        N_("a text has half of a character, which was read as U+FFFD"), N_("whole characters in `\\u` escapes")
    ),
    # Keys
    "unknown-key.text": Wording(
        N_("`{found}` is no key of the format{near}; the line is kept as a comment"),
        N_("a key as `jugadores`, `reparto`, `puntos` or `saldo`, or one of your own that begins with `x-`"),
    ),
    "unknown-key.json": Wording(
        N_("`{found}` is no key here{near}; its value is kept as a comment"),
        N_("a key of the published schema, or at the top of the record one of your own that begins with `x-`"),
    ),
    "repeated-key.equal": Wording(
        N_("this was given before, equally, on line {first}"), N_("each key once; delete one of the two")
    ),
    "repeated-key.different": Wording(
        N_("this was given before with another value, on line {first}: none of them counts"),
        N_("each key once; delete the wrong one"),
    ),
    # Lines
    "bad-line.no-colon": Wording(
        N_("the line has no colon, so that it has no key"), N_("`key: value`, or `;` before a comment")
    ),
    "bad-line.unclosed-quote": Wording(
        N_("a double quote is opened and not closed before the line ends"),
        N_('a closing quote on the same line; a quote inside quotes is written `""`'),
    ),
    "bad-line.before-deal": Wording(
        N_("`{key}` belongs to a deal, and no deal has begun here"), N_("a line `reparto N` above it")
    ),
    "bad-line.header-late": Wording(
        N_("`{key}` belongs to the session's header and stands between its deals, where it does not count"),
        N_("the line above the first `reparto`, or a new session that begins with `revesino-log 1`"),
    ),
    "bad-line.no-name": Wording(N_("`{key}` lacks the name that it is about"), N_("`{key} NAME: value`")),
    "bad-line.extra-name": Wording(N_("`{key}` takes no name, and `{found}` follows it"), N_("`{key}: value`")),
    "bad-line.json": Wording(
        N_("the line is no JSON ({reason})"), N_("one whole JSON object, on a line of its own, for each deal")
    ),
    "bad-line.json-spread": Wording(
        N_("the file seems to be one JSON text over several lines; its lines are set aside one by one"),
        N_("JSON Lines: one object a line for each deal, without brackets or commas around and between them"),
    ),
    "bad-line.not-a-record": Wording(
        N_("the line is a JSON {kind}, not an object"), N_("one JSON object a line for each deal, not in a list")
    ),
    "bad-line.kept": Wording(
        N_("a line that could not be read is kept here as a comment: `{found}`; it does not count"),
        N_("the line as it should be: correct it and remove `; ilegible:`, or delete it"),
    ),
    "bad-line.mistyped-deal": Wording(
        N_("the line seems to begin a deal{near}; all down to the next deal is set aside as one record"),
        N_("`reparto`, `deal` or `distribuicao`, and the deal's number"),
    ),
    # Values
    "bad-value.integer": Wording(
        N_("`{found}` is no whole number"),
        N_("digits with or without a sign; blank or `?`: not recorded"),
    ),
    "bad-value.dash": Wording(
        N_("`{found}` begins with a dash that is no minus sign; it does not count"),
        N_("a hyphen as the sign: `{right}`"),
    ),
    "bad-value.too-large": Wording(
        N_("the number `{found}` is larger than can be settled exactly"), N_("at most {largest} with either sign")
    ),
    "bad-value.negative-fondo": Wording(
        N_("a fondo of `{found}` cannot be left from before; it does not count"),
        N_("a whole number, 0 or more; blank or `?`: not recorded"),
    ),
    "bad-value.too-long": Wording(
        N_("the text has {length} characters; it does not count"), N_("at most {limit} characters")
    ),
    "bad-value.date": Wording(N_("`{found}` is no date"), N_("a day of the calendar as YYYY-MM-DD")),
    "bad-value.trick": Wording(N_("`{found}` is no trick's number"), N_("a number from 1 to {last}")),
    "bad-value.name": Wording(
        N_("`{found}` cannot be read as names"),
        N_("names without `, : ; > =` between commas; a name that has one of these stands in double quotes"),
    ),
    "bad-value.empty-name": Wording(
        N_("there is an empty name between two commas; the line does not count"),
        N_("a name between the commas, or one comma less"),
    ),
    "bad-value.exchange": Wording(
        N_("`{found}` is no exchange"),
        N_("a card for a card (`6c > 8e`), a card alone (the dealer), or `-` (declined)"),
    ),
    "bad-value.payment": Wording(
        N_("`{found}` is no payment"),
        N_("`FROM > TO AMOUNT label`"),
    ),
    "bad-value.version": Wording(
        N_("`{found}` names another format than this one; its deals are set aside"),
        N_("version {version}: `revesino-log {version}`"),
    ),
    "bad-value.wrong-type": Wording(N_("`{found}` is a JSON {found_type}"), N_("a JSON {expected_type}, or null")),
    # Cards and lists
    "bad-card.no-card": Wording(
        N_("`{found}` is no card; it counts as unknown"),
        N_("a card of the {pack} pack as {examples}; `??` where it is not known"),
    ),
    "bad-card.two": Wording(
        N_("`{found}` could be two different cards; it counts as unknown"),
        N_("a spelling of one card only, as {examples}"),
    ),
    "bad-card.wrong-type": Wording(
        N_("`{found}` is no card; it counts as unknown"), N_("a card as a JSON string, or null where it is not known")
    ),
    "bad-length.cards": Wording(
        N_("there are no cards; the list does not count"),
        N_("{expected} cards"),
    ),
    "bad-length.numbers": Wording(
        N_("there are no values; the list does not count"),
        N_("{expected} between commas, one for each player in order of play; `?` where not recorded"),
    ),
    "bad-length.blanks": Wording(
        N_("there are no commas between some of the values; the list does not count"),
        N_("put commas between them: `{right}`"),
    ),
    "bad-length.semicolons": Wording(
        N_("there are no values before the `;`, and everything after it is a comment; the list does not count"),
        N_("{expected} values: put commas between them"),
    ),
    "bad-length.comma": Wording(
        N_("there is one comma too many at the end; it was passed over"),
        N_("no comma behind the last one"),
    ),
    "bad-length.players": Wording(
        N_("there are no players; the line does not count"),
        N_("{seats}, in order of play"),
    ),
    "bad-length.names-in-blanks": Wording(
        N_("there are no commas, so that this is one name; the line does not count"),
        N_("put commas between the names: {seats}, in order of play"),
    ),
    "bad-length.names-in-semicolons": Wording(
        N_("there is one name before the `;`, and everything after it is a comment; the line does not count"),
        N_("put commas between the names: {seats}, in order of play"),
    ),
    "bad-length.tricks": Wording(
        N_("there are no tricks; those after the last possible one do not count"),
        N_("at most {expected} tricks"),
    ),
    # Players
    "unknown-player.name": Wording(
        N_("`{found}` is not among the players of this deal{near}; {cost}"),
        N_("one of: {known}; case and accents count"),
    ),
    "duplicate-player.twice": Wording(
        N_("`{player}` is listed twice"), N_("a name of its own for each player; nobody can be told apart otherwise")
    ),
    "duplicate-player.fondo": Wording(
        N_("a player is called `{player}`, as the pot is"), N_("another name for the player")
    ),
    # Against the shape of the ruleset
    "bad-length.players-of-ruleset": Wording(
        N_("there are {found} players, and `{rules}` is not played so; the deals are set aside"),
        N_("{right} players"),
    ),
    "bad-value.beyond-last-trick": Wording(
        N_("there is a trick {found}, and a deal of `{rules}` has fewer; it does not count"),
        N_("a number from 1 to {right}"),
    ),
    # Sessions and deals
    "unknown-ruleset.none": Wording(
        N_("`{found}` is no ruleset, so that the session is read and not settled"), N_("one of: {known}")
    ),
    "unknown-ruleset.near": Wording(
        N_("`{found}` is no ruleset, so that the session is read and not settled{near}"), N_("one of: {known}")
    ),
    "bad-option.unknown": Wording(
        N_("`{found}` is no option of the ruleset; the session is read and not settled"), N_("one of: {known}")
    ),
    "bad-option.near": Wording(
        N_("`{found}` is no option of the ruleset{near}; the session is read and not settled"), N_("one of: {known}")
    ),
    "bad-option.value": Wording(
        N_("`{value}` is no value of option `{name}`; the session is read and not settled"), N_("{known}")
    ),
    "bad-option.share": Wording(
        N_("`{part}` is {share} of a `{bound}` of {whole}; the session is read and not settled"),
        N_("a `{part}` that is not above `{bound}`"),
    ),
    "bad-option.late": Wording(
        N_("an option stands below the session's first deal; the session is not settled"),
        N_("the line above the first `reparto`: a session is played by one set of rules"),
    ),
    "missing-header.format": Wording(
        N_("no session has begun here; what follows is read as version 1"), N_("a first line `revesino-log 1`")
    ),
    "missing-header.late": Wording(
        N_("this gives another session than the one that began above; it is taken for a new one"),
        N_("a line `revesino-log 1` above it, and then club, sesion, reglas and jugadores"),
    ),
    "missing-header.key": Wording(
        N_("the session has no `{key}` that counts; its deals are set aside"),
        N_("a value for `{key}`"),
    ),
    "missing-deal-number.absent": Wording(
        N_("the deal has no number; it is set aside"),
        N_("a whole number from 1 on, the deal's place in its session"),
    ),
    "missing-deal-number.bad": Wording(
        N_("`{found}` does not give the deal's number; it is set aside"),
        N_("a whole number from 1 on"),
    ),
    # Files
    "no-deals.empty": Wording(N_("the file is empty"), N_("a session with at least one deal")),
    "no-deals.file": Wording(
        N_("no deal was found in the file"),
        N_("at least one deal (`reparto 1`)"),
    ),
    "no-deals.folder": Wording(N_("there is no log in the folder"), N_("files that end in {forms}")),
    "too-large.cards": Wording(
        N_("the list of cards has more than {limit} words; it does not count"), N_("the cards of one player")
    ),
    "too-large.file": Wording(
        N_("the file has {size} bytes and was not read"), N_("at most {limit} bytes; cut it between sessions")
    ),
    "too-large.line": Wording(
        N_("the line is longer than {limit} characters and was passed over"), N_("lines as long as a deal needs")
    ),
    "too-large.nesting": Wording(
        N_("lists and objects are nested too deep, and cannot be read as such"), N_("at most {limit} levels")
    ),
    "too-large.problems": Wording(
        N_("at least {total} problems in this file; {more} of them, from here on, are not shown"),
        N_("fewer; mend those that are shown and read the file again"),
    ),
    "unreadable.binary": Wording(N_("the file is no text"), N_("a log as text, in a form that its suffix names")),
    "unreadable.form": Wording(
        N_("the file is in no form that can be told by its suffix or its beginning"),
        N_("a file that ends in {forms}"),
    ),
    "unreadable.missing": Wording(
        N_("there is no such file or folder"), N_("the path of a log, or of a folder of logs")
    ),
    "unreadable.not-a-file": Wording(N_("this is neither a file nor a folder"), N_("a regular file or a folder")),
    "unreadable.passed-over": Wording(
        N_("it lies in the folder and cannot be opened ({reason}), so it was passed over"),
        N_("a file, or a link that leads to one"),
    ),
    "unreadable.spreadsheet": Wording(
        N_("a spreadsheet of this form is not read, so it was passed over; save it as .xlsx or .csv"),
        N_("the sheet saved as .xlsx or .csv"),
    ),
    "unreadable.system": Wording(N_("it could not be read ({reason})"), N_("a file that may be read")),
    "unreadable.utf16": Wording(N_("the file is UTF-16"), N_("the file saved as UTF-8")),
}
