"""What the system and the reader of JSON say of a failure, in the language that is spoken."""

from __future__ import annotations

from audit.language import N_, _

REASONS: frozenset[str] = frozenset(
    {
        # The system, of a file
        N_("Permission denied"),
        N_("Operation not permitted"),
        N_("No such file or directory"),
        N_("Not a directory"),
        N_("Is a directory"),
        N_("File exists"),
        N_("File name too long"),
        N_("Too many levels of symbolic links"),
        N_("Too many open files"),
        N_("No space left on device"),
        N_("Disk quota exceeded"),
        N_("Read-only file system"),
        N_("Input/output error"),
        N_("Bad file descriptor"),
        N_("Text file busy"),
        N_("Invalid argument"),
        N_("embedded null byte"),
        N_("it is not a regular file"),
        # The reader of JSON, of a line
        N_("Expecting value"),
        N_("Expecting ',' delimiter"),
        N_("Expecting ':' delimiter"),
        N_("Expecting property name enclosed in double quotes"),
        N_("Illegal trailing comma before end of object"),
        N_("Illegal trailing comma before end of array"),
        N_("Unterminated string starting at"),
        N_("Invalid control character at"),
        N_("Invalid \\escape"),
        N_("Invalid \\uXXXX escape"),
        N_("Extra data"),
    }
)


def reason(said: str | None) -> str:
    """The failure in words; as the system says it where we have none of our own."""
    if said in REASONS:
        return _(str(said))
    return said or _("the system does not say why")
