"""Which language a person is spoken to in, and the catalogues of its texts.

English is the language of the code; `audit/locales/` holds the others. The language belongs to the thread of
work (a `ContextVar`), so that two people may read two languages from one process.
"""

from __future__ import annotations

import gettext as catalogues
import locale
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

ENGLISH = "en"
LANGUAGES = ("es", "pt", ENGLISH)
"""The languages that everything is written in, by their ISO 639 codes."""

DOMAIN = "revesino"
"""The name of the catalogues' files."""

FOLDER = Path(__file__).resolve().parent / "locales"

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment names its language; the first that is set counts."""

_WINDOWS_NAMES = {"spanish": "es", "portuguese": "pt", "english": ENGLISH}

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def use(language: str) -> None:
    """Speak `language` from here on. Raises `ValueError` when there is no catalogue of it."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    _current.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak `language` inside the block. Raises `ValueError` as `use` does."""
    before = _current.get()
    use(language)
    try:
        yield
    finally:
        _current.set(before)


def current() -> str:
    """The language that is spoken."""
    return _current.get()


def _(message: str) -> str:
    """`message`, which is the English text, in the language that is spoken."""
    return _catalogue(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form for `number` of a text that counts, in the language that is spoken."""
    return _catalogue(_current.get()).ngettext(singular, plural, number)


def N_(message: str) -> str:  # noqa: N802 - the name by which extractors of catalogues know it
    """Mark a text that is kept as data and is put into a language with `_` when it is shown."""
    return message


@cache
def _catalogue(language: str) -> catalogues.NullTranslations:
    if language == ENGLISH:
        return catalogues.NullTranslations()
    return catalogues.translation(DOMAIN, FOLDER, [language])


def known(name: str | None) -> str | None:
    """The language that a locale's name stands for (`pt_BR.UTF-8`, `es`), if it is one of ours."""
    if not name:
        return None
    word = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    word = _WINDOWS_NAMES.get(word, word)
    return word if word in LANGUAGES else None


def of_environment(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the user's environment; English where that names none of ours."""
    for variable in _VARIABLES:
        value = environ.get(variable)
        if value:
            found = next(filter(None, map(known, value.split(":"))), None)
            return found or ENGLISH
    return known(locale.getlocale()[0]) or ENGLISH


def asked_for(arguments: Sequence[str]) -> str | None:
    """The last word after `--lang` in a command line, looked up before the help texts are put together."""
    return _split(arguments)[0]


def without(arguments: Sequence[str]) -> list[str]:
    """A command line without its `--lang`, wherever that stands."""
    return _split(arguments)[1]


def _split(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    asked: str | None = None
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return asked, [*rest, word, *words]
        if word == "--lang":
            asked = next(words, "")
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return asked, rest
