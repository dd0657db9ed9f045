"""The wordings of problems of other forms than text: columns, archives, plug-ins."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import N_
from audit.text.wordings import Wording

FORM_WORDINGS: Mapping[str, Wording] = {
    # Columns
    "unknown-key.column": Wording(
        N_("`{found}` is no column of the format{near}; it is not read"), N_("the columns of `revesino-parquet/1`")
    ),
    "repeated-key.column": Wording(
        N_("there are several columns `{found}`; none of them counts"), N_("each column once")
    ),
    "missing-header.column": Wording(
        N_("there is no column `{key}` that can be read; all deals of the file are set aside"), N_("a column `{key}`")
    ),
    "bad-value.column": Wording(
        N_("the column `{key}` is of the type {found}; it does not count"), N_("the type {type}, or a like one")
    ),
    "bad-value.parquet-version": Wording(
        N_("`{found}` names another format than this one; its deals are set aside"), N_("the version `{version}`")
    ),
    "bad-value.json": Wording(
        N_("`{found}` cannot be read as JSON; it does not count"), N_("JSON as the published schema says")
    ),
    "bad-value.seat": Wording(
        N_("`{found}` is no player's place"), N_("a place among the players, from 0 to {last}; null: not recorded")
    ),
    "bad-card.code": Wording(
        N_("`{found}` is no card's code; it counts as unknown"),
        N_("pack, suit and rank in one byte, as the published schema says; null where it is not known"),
    ),
    "encoding.text": Wording(
        N_("a text is not UTF-8; what is none in it was read as U+FFFD"), N_("texts in UTF-8 throughout")
    ),
    "too-large.columns": Wording(N_("the file has {size} columns and was not read"), N_("at most {limit}")),
    "too-large.rows": Wording(
        N_("the file has {size} rows and was not read"), N_("at most {limit}; cut it in several")
    ),
    "too-large.group": Wording(
        N_("the rows {first} to {last} come to more than is read at once; they are set aside"),
        N_("smaller groups of rows, and values as long as a deal needs"),
    ),
    "too-large.list": Wording(
        N_("a list has more than {limit} values; the deal is set aside"), N_("lists as long as a deal needs")
    ),
    "unreadable.group": Wording(
        N_("the rows {first} to {last} are damaged; they are set aside"), N_("the file as it was written")
    ),
    "unreadable.parquet": Wording(
        N_("the file is damaged, or is no Parquet file"), N_("the file as it was written, whole")
    ),
    # Archives
    "no-deals.archive": Wording(
        N_("there is no log in the archive"), N_("files as `night.rev` or `night.jsonl` in it")
    ),
    "too-large.archive": Wording(
        N_("the logs in the archive come to more than {limit} bytes when they are unpacked, and are not read"),
        N_("several archives"),
    ),
    "too-large.directory": Wording(
        N_("the archive's table of contents has more than {limit} bytes, and is not read"), N_("several archives")
    ),
    "too-large.members": Wording(
        N_("the archive has {size} entries, and is not read"), N_("at most {limit}; several archives")
    ),
    "too-large.ratio": Wording(
        N_("it unpacks to more than {limit} times its size, as no log does, and is not read"),
        N_("a log; unpack it yourself if it is one"),
    ),
    "unreadable.archive": Wording(N_("the archive is damaged, or is none"), N_("the archive as it was made, whole")),
    "unreadable.encrypted": Wording(
        N_("it is encrypted in the archive, and is not read"), N_("an archive without a password")
    ),
    "unreadable.member": Wording(
        N_("it is damaged in the archive: other bytes come out than were packed"), N_("the archive as it was made")
    ),
    "unreadable.member-kind": Wording(
        N_("it is a link or a device in the archive, and is not read"), N_("the file itself in the archive")
    ),
    "unreadable.member-path": Wording(
        N_("its path leads out of the archive, and it is not read"), N_("a path without `..` that begins with no `/`")
    ),
    "unreadable.member-twice": Wording(
        N_("the archive has several files of this name; none of them is read"), N_("a name of its own for each")
    ),
    "unreadable.method": Wording(
        N_("it is packed by a method that is not read"), N_("an archive made with the usual method, Deflate")
    ),
    "unreadable.nested": Wording(
        N_("it is an archive in an archive, and is not read"), N_("the logs themselves; unpack the inner one")
    ),
    # Plug-ins
    "plug-in.built-in": Wording(
        N_("a plug-in wants to read `{suffix}`, which is read already; it is not used"), N_("a suffix of its own")
    ),
    "plug-in.suffix": Wording(
        N_("`{suffix}` can be no suffix of a file; the plug-in is not used"), N_("letters, digits, `-` and `_`")
    ),
    "plug-in.twice": Wording(
        N_("several plug-ins want to read `{suffix}`; none of them is used"), N_("one of them; remove the others")
    ),
    "plug-in.failed": Wording(
        N_("the plug-in {name} failed here ({reason}); what it gave before counts"),
        N_("the file as the plug-in reads it, or a newer plug-in"),
    ),
    "plug-in.no-record": Wording(
        N_("the plug-in gave `{found}`, which is no record of a deal; it is set aside"),
        N_("a record as the published schema of `.jsonl` says"),
    ),
    "too-large.records": Wording(
        N_("the plug-in gives more than {limit} records; the rest is not read"), N_("several files")
    ),
}
