"""The catalogues of Spanish and Portuguese: complete, as extracted, as compiled; every text for people is in them."""

from __future__ import annotations

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from .catalogues import (
    TRANSLATED,
    as_mo,
    as_po,
    extracted,
    faults,
    forms,
    is_complete,
    messages,
    place,
    says_something,
    updated,
)
from .unwrapped import all_marked, all_unwrapped, marked, unwrapped

TEMPLATE = extracted()


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_every_text_has_a_right_translation(spoken: str) -> None:
    catalog = updated(spoken, TEMPLATE)
    assert len(messages(catalog)) > 500
    assert {forms(one.id)[0]: faults(one) for one in messages(catalog) if faults(one)} == {}


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_the_catalogue_is_as_extracted_and_compiled(spoken: str) -> None:
    catalog = updated(spoken, TEMPLATE)
    assert place(spoken, "po").read_text(encoding="utf-8") == as_po(spoken, catalog), "run `make catalogues`"
    assert place(spoken, "mo").read_bytes() == as_mo(spoken, catalog), "run `make catalogues`"


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_gettext_reads_what_is_compiled(spoken: str) -> None:
    catalog = updated(spoken, TEMPLATE)
    read = gettext.GNUTranslations(io.BytesIO(as_mo(spoken, catalog)))
    for one in filter(is_complete, messages(catalog)):
        if one.pluralizable:
            single, plural = forms(one.id)
            assert [read.ngettext(single, plural, n) for n in (1, 2, 0)] == [*forms(one.string), forms(one.string)[1]]
        else:
            assert read.gettext(forms(one.id)[0]) == one.string


def test_a_wrong_translation_is_noticed() -> None:
    """The failing control."""
    right = Message("{n} deals of `opcion N: value` ", "{n} repartos de `opcion N: valor` ")
    assert faults(right) == []
    assert faults(Message("deal", ""))
    assert faults(Message("deal", "reparto", flags=["fuzzy"]))
    assert faults(Message("{n} deals", "{m} repartos"))
    assert faults(Message("{n} deals", "repartos"))
    assert faults(Message("deal ", "reparto"))
    assert faults(Message("`reparto 1`", "`distribución 1`"))
    assert faults(Message(("{n} deal", "{n} deals"), ("{n} reparto", "")))
    assert faults(Message(("{n} deal", "{n} deals"), ("{n} reparto", "repartos")))
    assert faults(Message(("one deal", "{n} deals"), ("un reparto", "{n} repartos"))) == []


def test_the_extraction_finds_what_is_marked(tmp_path: Path) -> None:
    """The failing control of the extraction: marked texts are found, and only those."""
    (tmp_path / "audit" / "rulesets").mkdir(parents=True)
    code = 'a = _("one") + N_("two") + "three" + counted("{n} deal", "{n} deals", 4) + _("{only} {these}")'
    (tmp_path / "audit" / "a.py").write_text(code, encoding="utf-8")
    toml = 'id = "x"\ntitle = "Title"\n[options.o.says]\nany = "{value}"\n1 = "Word"\n[rules.R]\nclause = "Clause."\n'
    (tmp_path / "audit" / "rulesets" / "x.toml").write_text(toml, encoding="utf-8")
    found = {forms(one.id)[0] for one in messages(extracted(tmp_path))}
    assert found == {"one", "two", "{n} deal", "Title", "Word", "Clause."}


def test_whatever_is_marked_is_extracted() -> None:
    """The extraction reads tokens, and does not look into an f-string: what is marked there is in no catalogue."""
    assert {text for text in all_marked() if says_something(text)} - {
        forms(one.id)[0] for one in messages(TEMPLATE)
    } == set()


def test_what_is_marked_in_an_f_string_is_noticed(tmp_path: Path) -> None:
    """The failing control."""
    code = """a = f"  {_('one')}" + _("two") + f'{counted("{n} deal", "{n} deals", 3):>9}' + _(three)"""
    assert marked(code) == {"one", "two", "{n} deal"}
    (tmp_path / "audit" / "rulesets").mkdir(parents=True)
    (tmp_path / "audit" / "a.py").write_text(code, encoding="utf-8")
    found = {forms(one.id)[0] for one in messages(extracted(tmp_path))}
    assert "two" in found
    assert marked(code) - found <= {"one", "{n} deal"}


def test_nothing_is_shown_that_no_catalogue_knows_of() -> None:
    assert all_unwrapped() == {}


def test_words_without_a_catalogue_are_noticed() -> None:
    """The failing control."""
    assert unwrapped('Line(f"  {n} deals")') and unwrapped('complain("it is wrong")')
    assert unwrapped('Option(help="Say it.")') and unwrapped('Line("yes" if ok else _("no"))')
    assert unwrapped('Line("{n} deals".format(n=3))')
    assert not unwrapped('Line(f"  {n:>9,}  " + _("deals")); complain(_("{n} deals").format(n=3)); Line(f"b{n}: {x}")')
