"""The catalogues of texts: extracted from the code and the rulesets, brought up to date, compiled.

`python -m tests.catalogues` (or `make catalogues`) writes `audit/locales/*/LC_MESSAGES/revesino.po` anew, keeping what
is translated, and the `.mo` beside each. It names what has no right translation, and ends with 1 while there is any.
"""

from __future__ import annotations

import io
import re
import struct
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from audit.language import DOMAIN, ENGLISH, FOLDER, LANGUAGES

ROOT = Path(__file__).parent.parent
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "counted": (1, 2)}
PLACEHOLDER = re.compile(r"\{(\w+)[^{}]*\}")
STAND_IN = re.compile(r"\b(?:NAME|FROM|TO|AMOUNT|PATH|FILE|FOLDER|NUMBER|VALUE|LINE|key|value|label)\b")
"""Words between backticks that stand for what a person writes there."""

WIDTH = 116

MessageId = str | tuple[str, str]


def texts_of_ruleset(data: dict[str, object]) -> Iterator[str]:
    """Everything that is shown of a ruleset's file: its title, clauses, and the words for options."""
    for name, value in data.items():
        if isinstance(value, dict):
            yield from (value.values() if name == "says" else texts_of_ruleset(value))
        elif name in ("title", "clause"):
            yield str(value)


def extracted(root: Path = ROOT) -> Catalog:
    """All texts that a person may read, with the files that they stand in."""
    catalog = Catalog(charset="utf-8")
    for path in sorted((root / "audit").rglob("*.py")):
        place = (path.relative_to(root).as_posix(), 0)
        with path.open("rb") as file:
            for _line, message, _comments, _context in extract("python", file, KEYWORDS, options={"encoding": "utf-8"}):
                if says_something(forms(message)[0]):
                    catalog.add(message, locations=[place])
    for path in sorted((root / "audit" / "rulesets").glob("*.toml")):
        place = (path.relative_to(root).as_posix(), 0)
        for text in texts_of_ruleset(tomllib.loads(path.read_text(encoding="utf-8"))):
            if says_something(text):
                catalog.add(text, locations=[place])
    return catalog


def says_something(text: str) -> bool:
    """Whether there are words in a text besides its placeholders."""
    return bool(re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text)))


# -------------------------------------------------------------------------------------- files of a language


def place(language: str, suffix: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.{suffix}"


def header(language: str) -> str:
    """What a catalogue says of itself; no date and no name of a program, so that it changes with its texts only."""
    return (
        f"Language: {language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    )


def load(language: str) -> Catalog:
    """The catalogue of a language as its file has it."""
    path = place(language, "po")
    text = path.read_text(encoding="utf-8") if path.exists() else _po_header(language)
    return read_po(io.StringIO(text), locale=language, charset="utf-8")


def updated(language: str, template: Catalog) -> Catalog:
    """The language's catalogue with the messages of the template, and no others."""
    catalog = load(language)
    catalog.update(template, no_fuzzy_matching=True)
    for message in catalog:
        message.auto_comments.clear()
    return catalog


def as_po(language: str, catalog: Catalog) -> str:
    """The text of a catalogue, in the order of its messages."""
    out = io.BytesIO()
    write_po(out, catalog, WIDTH, omit_header=True, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return f"{_po_header(language)}\n{out.getvalue().decode('utf-8').strip()}\n"


def _po_header(language: str) -> str:
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in header(language).splitlines())


def messages(catalog: Catalog) -> list[Message]:
    """The messages of a catalogue, without its header."""
    return [message for message in catalog if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> list[str]:
    """The forms of a text, which are several where it counts."""
    return [text or ""] if isinstance(text, str) or text is None else [each or "" for each in text]


def as_mo(language: str, catalog: Catalog) -> bytes:
    """The catalogue as `gettext` reads it: all texts, sorted, behind tables of their lengths and places."""
    pairs = [("", header(language))]
    pairs += [("\0".join(forms(one.id)), "\0".join(forms(one.string))) for one in messages(catalog) if is_complete(one)]
    pairs.sort(key=lambda pair: pair[0].encode())
    count = len(pairs)
    tables: tuple[list[int], list[int]] = ([], [])
    body = b""
    start = 28 + 16 * count
    for side in (0, 1):
        for pair in pairs:
            text = pair[side].encode()
            tables[side].extend((len(text), start + len(body)))
            body += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, start)
    return head + struct.pack(f"<{4 * count}I", *tables[0], *tables[1]) + body


# ------------------------------------------------------------------------------------------ what is wrong


def is_complete(message: Message) -> bool:
    """Whether a message is translated in all its forms."""
    return all(forms(message.string)) and len(forms(message.string)) == (2 if message.pluralizable else 1)


def faults(message: Message) -> list[str]:
    """What is wrong with a translation: missing, doubtful, or without what the code or the reader needs in it."""
    if not is_complete(message):
        return ["no translation"]
    found = ["marked as doubtful (fuzzy)"] if message.fuzzy else []
    originals = forms(message.id)
    wanted = {name for text in originals for name in PLACEHOLDER.findall(text)}
    for text in forms(message.string):
        have = set(PLACEHOLDER.findall(text))
        if have - wanted or (wanted - have and not _may_lack(wanted - have, message)):
            found.append(f"placeholders {sorted(have)} for {sorted(wanted)}")
        if _blanks(text) != _blanks(originals[-1]):
            found.append("other blanks at the beginning or the end")
        if not _quotes_the_same(originals[-1], text):
            found.append(f"other words between backticks: {text!r}")
    return found


def _may_lack(missing: set[str], message: Message) -> bool:
    """A form for one thing may say `one` without its number, where the original does so too."""
    return message.pluralizable and not missing & set(PLACEHOLDER.findall(forms(message.id)[0]))


def _blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _quotes_the_same(original: str, text: str) -> bool:
    """Whether what stands between backticks is there as it is to be written; a stand-in for a word is translated."""
    quoted = re.findall(r"`[^`]*`", text)
    for each in re.findall(r"`[^`]*`", original):
        pattern = STAND_IN.sub(r"\\w+", re.escape(each))
        match = next((one for one in quoted if re.fullmatch(pattern, one)), None)
        if match is None:
            return False
        quoted.remove(match)
    return not quoted


def main() -> int:
    """Bring all catalogues up to date and compile them; 1 while a text has no right translation."""
    template = extracted()
    wrong = 0
    for language in TRANSLATED:
        old = {forms(one.id)[0] for one in messages(load(language))}
        catalog = updated(language, template)
        place(language, "po").parent.mkdir(parents=True, exist_ok=True)
        place(language, "po").write_text(as_po(language, catalog), encoding="utf-8", newline="\n")
        place(language, "mo").write_bytes(as_mo(language, catalog))
        for gone in sorted(old - {forms(one.id)[0] for one in messages(catalog)}):
            sys.stdout.write(f"{language}: gone: {gone!r}\n")
        for message in messages(catalog):
            for fault in faults(message):
                wrong += 1
                sys.stdout.write(f"{language}: {fault}: {forms(message.id)[0]!r}\n")
        sys.stdout.write(f"{language}: {len(messages(catalog))} texts\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
