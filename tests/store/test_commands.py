"""The database at the command line: what is said, how it ends, and that every refusal has its remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from store.stores import ROOT, SAMPLES, bare, session_log
from support import revesino, revesino_process

from audit.store import events
from audit.terminal.database import KINDS
from audit.text import refusals

FAIR, DRAFT = (SAMPLES / f"2024-09-07-circulo-{name}.rev" for name in ("acta", "borrador"))


class Club:
    """A folder in which a person works with a database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: object, status: int = 0, answers: str = "") -> str:
        """What a command prints, on both streams; it must end with `status`."""
        done = revesino(*arguments, folder=self.folder, answers=answers)
        assert "Traceback" not in done.stderr + done.stdout
        assert done.returncode == status, done.stderr + done.stdout
        return done.stdout + done.stderr

    def log(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


@pytest.mark.slow
def test_an_evening(club: Club) -> None:
    """From the first import to a conflict resolved, a slip corrected and both taken back."""
    said = club.run("audit", FAIR, DRAFT, "--db", "club.duckdb", status=1)
    assert (
        "Stored in club.duckdb as number 1: 5 records read = 2 new + 1 known already + 2 in conflict + 0 set aside."
        in said
    )
    assert "Nothing new: club.duckdb has all of it already." in club.run(
        "audit", DRAFT, "--db", "club.duckdb", status=1
    )
    shown = club.run("conflicts", "--db", "club.duckdb", status=1)
    assert "1  puntos: 15, 0, 10, 9" in shown and "2  puntos: 13, 0, 12, 9" in shown
    assert "version 1: " in shown and "stored as number 1" in shown and "2 figures of it are wrong" in shown
    command = "revesino resolve --db club.duckdb --club 'Círculo La Quínola' --session 'viernes 36' --deal 2 --keep N"
    assert command in shown
    club.run("resolve", "--session", "viernes 36", "--deal", 2, "--keep", 1, "--by", "Remedios", "--db", "club.duckdb")
    assert "No records contradict each other." in club.run("conflicts", "--db", "club.duckdb")
    corrected = club.run(
        "correct",
        "--session",
        "viernes 36",
        "--deal",
        1,
        "dealer: Onofre",
        "--reason",
        "misread",
        "--db",
        "club.duckdb",
    )
    assert "- dador:" in corrected and "+ dador: Onofre" in corrected and "The deal is now: " in corrected
    status = club.run("status", "--db", "club.duckdb")
    for part in (
        "import: 2 files, 2 new",
        "resolution: viernes 36, deal 2 (Remedios)",
        "correction: viernes 36, deal 1 (misread)",
    ):
        assert part in status
    assert "Taken back: number 3, correction" in club.run("undo", 3, "--db", "club.duckdb")
    assert "(taken back)" in club.run("status", "--db", "club.duckdb")
    assert "3 deals of 1 session" in club.run("audit", "--db", "club.duckdb")


def test_json_beside_a_database_is_one_document(club: Club) -> None:
    done = revesino_process("audit", FAIR, "--db", "c.duckdb", "--format", "json", folder=club.folder)
    assert json.loads(done.stdout)["totals"]["deals"] == 3
    assert "c.duckdb" in done.stderr


def test_tables_are_handed_out_as_csv(club: Club) -> None:
    club.run("audit", club.log("a.rev", session_log("=1+1", bare(1), club='"+x"')), "--db", "c.duckdb")
    own = {"claims", "deals", "findings", "ledger", "results", "sessions", "standings"}
    assert own < set(club.run("export").split())
    text = club.run("export", "sessions", "--db", "c.duckdb")
    assert text.splitlines()[1].startswith("'+x,'=1+1,2024-03-02,revesino,{},true,")
    club.run("export", "deals", "-o", "deals.csv", "--db", "c.duckdb")
    assert (club.folder / "deals.csv").read_text(encoding="utf-8").startswith("club,session,deal,version,")


REFUSALS = {
    "missing": (("status", "--db", "no.duckdb"), "`revesino audit PATH --db no.duckdb` makes one"),
    "no database at all": (("status",), "Name it with --db FILE, or once for all with `revesino init`"),
    "neither log nor database": (("audit",), "Name log files, or the club's database with --db FILE"),
    "not-ours": (("audit", FAIR, "--db", "note.txt"), "Name another file with --db"),
    "no-folder": (("audit", FAIR, "--db", "no/c.duckdb"), "Make it first"),
    "folder": (("audit", FAIR, "--db", "."), "is a folder"),
    "no-session": (("conflicts", "--session", "viernes 63", "--db", "c.duckdb"), "Did you mean viernes 36?"),
    "no-club": (("conflicts", "--club", "Circulo", "--db", "c.duckdb"), "Círculo La Quínola"),
    "no-event": (("undo", 9, "--db", "c.duckdb"), "`revesino status --all` lists"),
    "no-table": (("export", "deal", "--db", "c.duckdb"), "deals"),
    "no-deal": (("correct", "--session", "viernes 36", "--deal", 9, "x-a: 1", "--db", "c.duckdb"), "it has 1–3"),
    "unread": (
        ("correct", "--session", "viernes 36", "--deal", 1, "puntos: 1, 2", "--db", "c.duckdb"),
        "cannot be read as a line of a log",
    ),
    "nothing to correct": (("correct", "--session", "viernes 36", "--deal", 1, "--db", "c.duckdb"), "--drop"),
}


@pytest.fixture(scope="module")
def one_club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = Club(tmp_path_factory.mktemp("club"))
    club.run("audit", FAIR, "--db", "c.duckdb")
    club.log("note.txt", "hello")
    return club


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_says_the_remedy(one_club: Club, what: str) -> None:
    arguments, remedy = REFUSALS[what]
    assert remedy in one_club.run(*arguments, status=2)


WHAT = re.compile(
    r'"((?:database|import|choice|decision|correction|options|settings|answer|language|season|format|map'
    r'|rules|infer|drift|readings|power|statistics|alias|forget)\.[a-z-]+)"'
)


def test_every_refusal_has_words_and_every_wording_a_refusal() -> None:
    raised: set[str] = set()
    for path in (ROOT / "audit").rglob("*.py"):
        # In the grammar of JSON lines `rules.id` is a place in a record.
        if path.name != "refusals.py" and not path.name.startswith("json_"):
            raised |= set(WHAT.findall(path.read_text(encoding="utf-8")))
    # Of several sessions the wording counts, so that it stands apart.
    assert raised == {*refusals.WORDINGS, "choice.several-sessions"}
    assert set(KINDS) == set(events.KINDS)


# ------------------------------------------------------------------------------------------------ settings


def test_a_club_is_founded_by_answering(club: Club) -> None:
    said = club.run("init", answers="Casino\nrevesina\nrevesino\nrenewal=often\nrenewal=only_empty\n\nes\n\n")
    assert "there is no ruleset revesina" in said
    assert "`often` is no value of renewal" in said
    text = (club.folder / "revesino.toml").read_text(encoding="utf-8")
    assert '[club]\nname = "Casino"\nruleset = "revesino"\nlanguage = "es"\ndatabase = "club.duckdb"\n' in text
    assert '[options]\nrenewal = "only_empty"\n' in text
    inner = Club(club.folder / "2024" / "marzo")
    inner.folder.mkdir(parents=True)
    assert "club.duckdb" in inner.run("audit", FAIR, "--lang", "en")
    assert (club.folder / "club.duckdb").exists()
    assert "3 deals of 1 session" in inner.run("audit", "--lang", "en")
    assert "already" in club.run("init", "--lang", "en", status=2)


def test_a_club_is_founded_without_a_question(club: Club) -> None:
    options = (
        "--name",
        "A",
        "--ruleset",
        "reversis",
        "--option",
        "ante=3",
        "--language",
        "pt",
        "--database",
        "a.duckdb",
    )
    club.run("init", *options, "--lang", "en")
    assert "ante = 3" in (club.folder / "revesino.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "options",
    [
        ("--ruleset", "x"),
        ("--option", "nonsense"),
        ("--option", "cut_pays=many"),
        ("--language", "fr"),
        ("--name", " "),
    ],
)
def test_what_is_given_and_wrong_is_refused(club: Club, options: tuple[str, str]) -> None:
    given = {
        "--name": "A",
        "--ruleset": "revesino",
        "--option": "cut_pays=48",
        "--language": "es",
        "--database": "a.duckdb",
    }
    given[options[0]] = options[1]
    club.run("init", *(word for pair in given.items() for word in pair), status=2)
    assert not (club.folder / "revesino.toml").exists()


SETTINGS = {
    "not-toml": "club = [",
    "unknown-key": "[club]\nnombre = 'x'\n",
    "no-table": "club = 'x'\n",
    "no-text": "[club]\nname = 3\n",
    "unknown-language": "[club]\nlanguage = 'fr'\n",
    "bad-rules": "[club]\nruleset = 'revesino'\n[options]\nrenewl = 'only_empty'\n",
}


@pytest.mark.parametrize("what", SETTINGS)
def test_settings_that_cannot_be_are_told_with_the_file(club: Club, what: str) -> None:
    club.log("revesino.toml", SETTINGS[what])
    command = ("rules",) if what == "bad-rules" else ("status",)
    assert "revesino.toml" in club.run(*command, status=2)


def test_no_database_is_used_when_none_is_wanted(club: Club) -> None:
    club.log("revesino.toml", "[club]\ndatabase = 'a.duckdb'\n")
    club.run("audit", FAIR, "--no-db")
    assert not (club.folder / "a.duckdb").exists()


def test_a_correction_is_shown_with_the_deal_and_on_the_sheet(club: Club) -> None:
    """asks 19: it reaches every view."""
    wrong = SAMPLES / "2024-03-09-casino-cuentas-mal.rev"
    club.run("audit", wrong, "--db", "c.duckdb", status=1)
    line, said = "puntos: 9, 18, 3, 6", "number 2: Amparo, misread"
    club.run(
        "correct",
        "--session",
        "acta 32",
        "--deal",
        2,
        line,
        "--by",
        "Amparo",
        "--reason",
        "misread",
        "--db",
        "c.duckdb",
    )
    for command in (("show", "--deal", 2), ("show",), ("sheet",), ("sheet", "--format", "html")):
        assert said in club.run(*command, "--session", "acta 32", "--db", "c.duckdb"), command
