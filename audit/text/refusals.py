"""The wording of what a database, a correction or a club's settings refuse: what is wrong, and the remedy."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import N_, _

OF_DATABASE: Mapping[str, str] = {
    "missing": N_("there is no database {file}. `revesino audit PATH --db {file}` makes one."),
    "busy": N_(
        "{file} is being written by another revesino, or is open in another program. Try again when that is done."
    ),
    "not-ours": N_("{file} is no database of revesino. Name another file with --db."),
    "newer": N_(
        "the database was written by a newer revesino (its form is {found}, this one knows {newest}). Bring revesino "
        "up to date; the database was left as it is."
    ),
    "newer-file": N_(
        "{file} was written by a newer version of DuckDB. Bring revesino up to date; the file was left as it is."
    ),
    "no-folder": N_("there is no folder {folder} for the database. Make it first, or name another with --db."),
    "folder": N_("{file} is a folder. Name a file with --db."),
    "read-only": N_("{file} cannot be written to. Allow it to be changed, or name another file with --db."),
    "io": N_("the database {file} cannot be used ({reason})."),
    "no-club": N_("no club is called {club}. There is {near}."),
    "no-session": N_("no session is called {session}. There is {near}."),
    "several-clubs": N_("several clubs have a session {session}: {clubs}. Say which with --club."),
    "no-deal": N_("the session {session} has no deal {number}. It has {numbers}."),
    "deal-in-conflict": N_(
        "there are two versions of deal {number} of {session}. Choose one first: `revesino conflicts` shows them, "
        "`revesino resolve` keeps one."
    ),
    "no-conflict": N_(
        "no records of deal {number} of {session} contradict each other. `revesino conflicts` lists all."
    ),
    "no-conflict-of-rules": N_(
        "all records of {session} name the same rules. If a deal is in conflict, name it with --deal; "
        "`revesino conflicts` lists all."
    ),
    "no-version": N_("there is no version {keep}; there are {versions}. `revesino conflicts` shows them."),
    "no-event": N_("nothing has the number {event}. `revesino status` lists what was done."),
    "not-undone": N_(
        "number {event} is no import, correction or resolution, and cannot be taken back. `revesino status` lists "
        "what was done."
    ),
    "undone-before": N_("number {event} was taken back before."),
    "no-table": N_("there is no table {name}. There are {names}."),
}

OF_CORRECTIONS: Mapping[str, str] = {
    "unread": N_("`{line}` cannot be read as a line of a log."),
    "no-field": N_("`{line}` is no line of a deal. Write one line of its record, as `puntos: 3, 10, 20, 10`."),
    "not-there": N_("the record of the deal has no line `{line}`. `revesino show` prints it."),
    "nothing-changes": N_("the record of the deal says that already."),
}

OF_SETTINGS: Mapping[str, str] = {
    "not-toml": N_("{file} is no TOML ({reason}). Mend it, or make it anew with `revesino init --force`."),
    "unreadable": N_("{file} cannot be read ({reason})."),
    "unknown-key": N_("{file}: there is no `{key}`; there are {known}."),
    "no-table": N_("{file}: `{key}` is a table: write `[{key}]` on a line of its own."),
    "no-text": N_("{file}: `{key}` is a text in double quotes that is not empty."),
    "bad-rules": N_("{file}: `{value}` is no ruleset, house rule or value of one; there is {known}."),
    "unknown-language": N_('{file}: there is no language "{value}"; there are {known}.'),
}


def refusal(what: str, params: Mapping[str, object]) -> str:
    """Why a database did not do what was asked."""
    return _(OF_DATABASE[what]).format_map(params)


def no_correction(what: str, line: str) -> str:
    """Why what was typed is no correction."""
    return _(OF_CORRECTIONS[what]).format(line=line)


def bad_settings(what: str, params: Mapping[str, object]) -> str:
    """What is wrong with a club's settings."""
    return _(OF_SETTINGS[what]).format_map(params)
