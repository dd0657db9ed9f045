"""The wording of refusals: what cannot be done, and the remedy."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from audit.language import N_, _, ngettext
from audit.refusal import Refused
from audit.text.lines import listed, number, ranges
from audit.text.reasons import reason

WORDINGS: Mapping[str, str] = {
    # A database
    "database.none": N_("no database is named. Name it with --db FILE, or once for all with `revesino init`."),
    "database.missing": N_("there is no database {file}. `revesino audit PATH --db {file}` makes one."),
    "database.busy": N_(
        "{file} is being written by another revesino, or is open in another program. Try again when that is done."
    ),
    "database.not-ours": N_("{file} is no database of revesino. Name another file with --db."),
    "database.newer": N_(
        "{file} was written by a newer revesino (its form is {found}, this one knows {newest}). Bring revesino up to "
        "date; the database was left as it is."
    ),
    "database.newer-file": N_(
        "{file} was written by a newer version of DuckDB. Bring revesino up to date; the file was left as it is."
    ),
    "database.no-folder": N_("there is no folder {folder} for the database. Make it first, or name another with --db."),
    "database.folder": N_("{file} is a folder. Name a file with --db."),
    "database.not-a-file": N_("{file} is no file, but a pipe, a socket or a device. Name a file with --db."),
    "database.full": N_(
        "there is no room left on the disk: {file} is as it was before this step, of which nothing is stored. Make "
        "room in {folder}, and give the same command again."
    ),
    "database.read-only": N_("{file} cannot be written to. Allow it to be changed, or name another file with --db."),
    "database.bad-name": N_("`{file}` cannot be the name of a database. Name another file with --db."),
    "database.unpublished": N_(
        "what was done is stored in {file}, but could not be shown to readers ({reason}). Make room in {folder}, or "
        "allow it to be written to, and run any command that stores something; nothing need be done again."
    ),
    "database.io": N_("the database {file} cannot be used ({reason})."),
    "database.no-table": N_("there is no table {name}. {hint}"),
    # Statistics
    "statistics.bad-sql": N_("the query cannot be answered: {reason}"),
    "statistics.damaged": N_(
        "the statistics in {folder} are damaged. Give the same command again: they are made anew. If that does not "
        "help, remove that folder; nothing is lost by it."
    ),
    "statistics.no-folder": N_(
        "the statistics can be made neither in {folder} nor in a temporary folder. Allow that folder to be written to, "
        "or name one for temporary files (TMPDIR)."
    ),
    "statistics.none-counted": N_(
        "no deal of {name} counts. `revesino conflicts` shows the deals of which records contradict each other, "
        "`revesino status` all others that do not count."
    ),
    "statistics.one-query": N_("that is not one query. Write one: `SELECT …`."),
    "statistics.no-player": N_("there is no player {name}. {hint}"),
    "statistics.empty": N_("{file} holds no deal that counts. `revesino status` shows what it holds."),
    # Logs in volume
    "import.not-a-folder": N_("{path} is a file, and --watch looks at folders. Name its folder, or leave --watch out."),
    "import.no-folder": N_("there is no folder {path} to watch. Make it first, or name another."),
    "import.watch-dry-run": N_("--watch stores what comes, and --dry-run stores nothing. Leave one of them out."),
    "import.reader-died": N_(
        "a process that read {file} died twice, as one does for which there is too little memory. What was stored "
        "before stays. Import with --workers 1, or the file in parts."
    ),
    # Which session
    "choice.no-club": N_("there is no club {name}. {hint}"),
    "choice.no-session": N_("there is no session {name}. {hint}"),
    "choice.several-clubs": N_("several clubs have a session {name}: {clubs}. Say which with --club."),
    "choice.neither": N_("nothing is named to read. Name log files, or the club's database with --db FILE."),
    "choice.both": N_("log files and a database are both named. Name the one or the other."),
    "choice.nothing": N_("there is no deal to show."),
    "readings.untried": N_(
        "deal {number} cannot be settled by other readings: not all of its cards are known, or its records differ."
    ),
    "power.no-deals": N_("there must be at least one deal (--deals)."),
    "choice.quotes": N_("there is no such file. If the session is called `{name}`, put its name in double quotes."),
    "choice.no-deal": N_("the session {name} has no deal {number}; it has {numbers}."),
    # Decisions
    "decision.deal-in-conflict": N_(
        "there are two versions of deal {number} of {session}. Choose one first: `revesino conflicts` shows them, "
        "`revesino resolve` keeps one."
    ),
    "decision.no-conflict": N_(
        "no records of deal {number} of {session} contradict each other. `revesino conflicts` lists all that do."
    ),
    "decision.no-conflict-of-rules": N_(
        "all records of {session} name the same rules. If a deal is in conflict, name it with --deal; "
        "`revesino conflicts` lists all that are."
    ),
    "decision.no-version": N_("there is no version {keep}; there are {versions}. `revesino conflicts` shows them."),
    "decision.misfit": N_(
        "not all records of {session} can be read by the rules of version {keep}: another number of players, or of "
        "tricks. Take the import of those back with `revesino undo`, or keep another version."
    ),
    "decision.no-event": N_("nothing has the number {event}. `revesino status --all` lists what was done."),
    "decision.not-undone": N_(
        "number {event} is no import, correction, resolution or merging, and cannot be taken back. `revesino status "
        "--all` lists what was done."
    ),
    "decision.undone-before": N_("number {event} was taken back before."),
    "decision.rested-on": N_(
        "number {later} was decided after number {event} about the same deal. Take that back first."
    ),
    # Who is who
    "alias.no-player": N_("no deal has a player {name}. {hint}"),
    "alias.same": N_("{name} and {person} are one name. Write the two names that are one person's."),
    "alias.other-way": N_("{person} counts as {name} already. `revesino alias --list` shows who is who."),
    "alias.merged-before": N_(
        "{name} counts as {person} already (number {event}). Take that back first: `revesino undo {event}`."
    ),
    "alias.together": N_(
        "{name} and {person} sit in one deal of {session}, so that they are two people. If a name was written wrongly "
        "there, correct the log, take its import back with `revesino undo`, and store the log again."
    ),
    "alias.two-clubs": N_("{names} are players of two clubs. A name is a name only within its club."),
    "alias.several-clubs": N_("{names} are players of several clubs: {clubs}. Say which with --club."),
    "alias.one-name": N_("one name is given, and merging takes two: the name, and who it is."),
    "forget.several-clubs": N_(
        "several clubs have a player {name}: {clubs}. Say which with --club; whoever is meant at all of them is "
        "forgotten at one after the other."
    ),
    # What is no correction
    "correction.none": N_("nothing to correct is given. Write a line as it is to read, or --drop a line."),
    "correction.unread": N_("`{line}` cannot be read as a line of a log."),
    "correction.no-field": N_("`{line}` is no line of a deal. Write one line of its record, as `{example}`."),
    "correction.empty": N_("`{line}` says nothing. To take a line away write --drop and the line as it is."),
    "correction.header": N_(
        "`{line}` belongs to the session, not to a deal. Correct it in the log, take its import back with "
        "`revesino undo`, and store the log again."
    ),
    "correction.twice": N_("two of the lines are for the same thing: `{line}`. Write one of them."),
    "correction.not-there": N_("the record of the deal has no line `{line}`. Its lines are: {lines}."),
    "correction.nothing-changes": N_("the record of the deal says that already."),
    # Forms of logs
    "format.no-text": N_(
        "{file} is no text, and has no spelling to mend. `revesino convert` writes it in another form."
    ),
    "format.sheet-too-small": N_(
        "a workbook has {rows} rows and {columns} columns at most, which is too few for these deals. Write csv or "
        "parquet, or fewer deals at once."
    ),
    # House rules
    "options.no-ruleset": N_("there is no ruleset {name}. {hint}"),
    "options.no-value": N_("`{text}` names no value. Write it as `cut_pays=48`."),
    "options.unknown": N_("the ruleset {rules} has no house rule {name}. {hint}"),
    "options.none": N_("the ruleset {rules} has no house rules."),
    "options.bad-value": N_("`{value}` is no value of {name}, which takes: {takes}."),
    "options.too-much": N_("{part} is {share}, which is more than the {whole} of {bound}. Lower it."),
    # House rules in a file
    "rules.not-toml": N_("{file} is no TOML ({reason}). Mend it, or make it anew with `revesino infer-rules`."),
    "rules.no-date": N_('{file}: "{key}" is no date. Write it as `[until."2024-01-12"]`.'),
    "rules.no-session": N_("{file} is for {rules}, which none of the sessions names."),
    "rules.no-session-of-club": N_("{file} is for {rules} at {club}, of which there is no session."),
    "rules.not-stored": N_(
        "what is judged by other rules than the logs name is not stored. Leave out --rules, or --db FILE."
    ),
    "infer.none": N_("there is no session of a ruleset that has house rules."),
    "infer.several": N_("a file holds the house rules of one club, and there are: {names}. Say which with --club."),
    # Drift and questions
    "drift.no-rules": N_("the rules of {name} are not known, so that nothing of it can be settled."),
    # A club's settings
    "settings.not-toml": N_("{file} is no TOML ({reason}). Mend it, or make it anew with `revesino init --force`."),
    "settings.unreadable": N_("{file} cannot be read ({reason})."),
    "settings.unknown-key": N_("{file}: there is no `{key}`. {hint}"),
    "settings.no-table": N_("{file}: `{key}` is a table: write `[{key}]` on a line of its own."),
    "settings.no-text": N_("{file}: `{key}` is a text in double quotes that is not empty."),
    "settings.unknown-language": N_('{file}: there is no language "{name}". {hint}'),
    "settings.bad-day": N_('`{key}` is a day of the year, written "MM-DD", as "09-01"; not "{value}".'),
    "settings.bad-rules": N_("{file}: {refusal}"),
    "settings.there": N_("{file} is there already. Change it with an editor, or write it anew with --force."),
    # A made-up season
    "season.rate": N_("{name} is a share: a number from 0 to 1, as 0.05, not {value}."),
    "season.count": N_("{name} is a number of 1 or more, not {value}."),
    "season.too-long": N_("a season has {most} deals at most, not {total}. Make several, each with its own --seed."),
    "season.folder-not-empty": N_("the folder {folder} is not empty. Name another with -o, or empty it first."),
    "season.folder-is-file": N_("{folder} is a file. Name a folder with -o."),
    "season.unwritten": N_("{folder} could not be written: {reason}. Name another folder with -o."),
    "season.no-club": N_("--club is empty. Name the club."),
    "season.no-name": N_('--players: "{name}" is no player\'s name. Write names with commas between.'),
    "season.name-twice": N_("--players names {name} twice. Tell the two apart."),
    "season.too-few": N_("--players names {count}, and the table has {least} seats. Name more."),
    "season.no-mistake": N_("there is no mistake {name}. {hint}"),
    "season.weight": N_("--mistake {text}: the weight is a number of 0 or more."),
    "season.start": N_("--start {text} is no date of which so many evenings can follow. Write it as 2024-01-12."),
    # How a sheet is read
    "map.no-sheet": N_("{file} is no score sheet. Name a file that ends in {forms}."),
    "map.unreadable": N_("{file} cannot be read ({reason}). Name another file."),
    "map.empty": N_("there is nothing on {file} that could be read. Look at what is said above, or name another file."),
    "map.no-page": N_("{file} has no sheet {name}. {hint}"),
    "map.no-column": N_("`{text}` names no column. Write it as `B=puntos Ana`."),
    "map.no-heading": N_(
        "`{text}` is no heading of a score sheet. Write one as `reparto`, `dador`, `puntos NAME` or `fondo final`, or "
        "- for nothing."
    ),
    "map.no-field": N_("`{text}` says nothing of a session. Write it as `club=Casino` or `sesion=2024-03-02`."),
    "answer.no-number": N_("`{text}` is no number. Write digits."),
    "answer.empty": N_("the answer is empty. Write a text."),
    "language.none": N_("there is no language {name}. {hint}"),
}


def refusal(refused: Refused) -> str:
    """Why it is not done, and what to do."""
    params: dict[str, Any] = dict(refused.params)
    if refused.what == "choice.several-sessions":
        return _several(params)
    if "near" in params:
        params["hint"] = _hint(params)
    if "numbers" in params:
        params["numbers"] = ranges(int(each) for each in params["numbers"])
    if "reason" in params:
        params["reason"] = reason(params["reason"])
    if "inner" in params:
        params["refusal"] = refusal(params["inner"])
    lists = {name: listed(list(value)) for name, value in params.items() if isinstance(value, list | tuple)}
    return _(WORDINGS[refused.what]).format_map(params | lists)


def _several(params: Mapping[str, Any]) -> str:
    return ngettext(
        "there is {n} session, {names} among them. Say which with --session; `revesino show` lists them all.",
        "there are {n} sessions, {names} among them. Say which with --session; `revesino show` lists them all.",
        params["count"],
    ).format(n=number(params["count"]), names=listed(params["names"]))


def _either(left: str, right: str) -> str:
    return _("{left} or {right}").format(left=left, right=right)


def _hint(params: Mapping[str, Any]) -> str:
    """What may have been meant, or what there is."""
    if params["near"]:
        return _("Did you mean {names}?").format(names=functools.reduce(_either, params["near"]))
    if not params["known"]:
        return _("There is none.")
    names = listed(params["known"])
    if params["more"]:
        text = ngettext("There are {names} and {n} more.", "There are {names} and {n} more.", params["more"])
        return text.format(names=", ".join(params["known"]), n=number(params["more"]))
    return ngettext("There is only {names}.", "There are {names}.", len(params["known"])).format(names=names)
