"""The command line: what it prints, how it ends, and that nothing in a log brings it down."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, VECTORS, process_words, revesino, revesino_process, some_slow

GOOD = VECTORS / "revesino.rev"


def one_deal(text: str = "") -> str:
    """The first deal of the vectors, and a second one as given."""
    whole = GOOD.read_text(encoding="utf-8")
    return whole[: whole.index("\nreparto 2")] + "\n" + text


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.rev"
    path.write_text(one_deal(), encoding="utf-8")
    return path


def test_a_right_log_ends_with_0(log: Path) -> None:
    done = revesino("audit", log)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 deal of 1 session" in done.stdout
    assert "\x1b" not in done.stdout


SAME = {
    "a report": ("audit", "night.rev", "--format", "json"),
    "a conversion": ("convert", "night.rev", "--to", "csv"),
    "an import": ("import", "night.rev", "--dry-run", "--db", "c.duckdb"),
    "a deal": ("show", "night.rev", "--deal", "1", "--lang", "es"),
    "a sheet": ("sheet", "night.rev", "--format", "html"),
    "a rule": ("rules", "p3"),
    "a refusal": ("status", "--lang", "pt"),
    "wrong use": ("audit", "--nonsense"),
    "no readable deal": ("audit", "nowhere.rev"),
    "help": ("audit", "--help"),
    "an answer that is missing": ("init",),
}


@pytest.mark.parametrize("what", some_slow(SAME, "a report", "an import", "wrong use"))
def test_a_process_prints_and_ends_as_it_is_run_in_the_other_tests(log: Path, what: str) -> None:
    here, process = (run(*SAME[what], folder=log.parent) for run in (revesino, revesino_process))
    assert (here.returncode, here.stdout, here.stderr) == (process.returncode, process.stdout, process.stderr)
    assert here.stdout + here.stderr


def test_a_wrong_figure_ends_with_1_and_says_what_where_and_by_which_rule(log: Path) -> None:
    log.write_text(one_deal().replace("puntos: 31,", "puntos: 30,"), encoding="utf-8")
    done = revesino("audit", log)
    assert done.returncode == 1
    assert "points of Ana: recorded 30, should be 31 (1 too little) [R7, line 30]" in done.stdout
    assert "A player's points are those of the cards in the tricks they won" in done.stdout


def test_json_is_the_published_contract(log: Path) -> None:
    done = revesino("audit", log, "--format", "json")
    report = json.loads(done.stdout)
    assert list(report) == ["schema", "sessions", "problems", "totals"]
    assert report["schema"] == "revesino-report/1"
    assert list(report["totals"]) == [
        "sessions", "deals", "confirmed", "discrepant", "carried", "illegal", "undetermined",
        "claims", "contradicted", "known", "conflicts", "quarantined",
    ]  # fmt: skip
    claim = report["sessions"][0]["deals"][0]["claims"][0]
    assert list(claim) == [
        "claim", "player", "trick", "recorded", "computed", "verdict", "rule", "reason", "carried_from",
        "readings", "line",
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [("audit",), ("audit", "x", "--format", "xml"), ("nonsense",)])
def test_bad_usage_ends_with_2(arguments: tuple[str, ...]) -> None:
    assert revesino(*arguments).returncode == 2


def test_no_readable_deal_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "empty.rev").write_text("")
    for path in (tmp_path / "empty.rev", tmp_path / "nowhere.rev", tmp_path):
        done = revesino("audit", path)
        assert done.returncode == 2, path
        assert "Traceback" not in done.stderr + done.stdout


def test_one_empty_file_among_good_ones_ends_with_1(tmp_path: Path, log: Path) -> None:
    (tmp_path / "empty.rev").write_text("")
    done = revesino("audit", tmp_path)
    assert done.returncode == 1
    assert "1 deal of 1 session" in done.stdout


def test_strict_makes_an_error_of_a_warning(log: Path) -> None:
    log.write_text(one_deal().replace("fecha:", "tiempo: soleado\nfecha:"), encoding="utf-8")
    assert revesino("audit", log).returncode == 0
    assert revesino("audit", log, "--strict").returncode == 1


HOSTILE = {
    "thirteen cards": one_deal().replace("mano Diego: 2c", "mano Diego: 3e 2c"),
    "a card twice": one_deal().replace("b2 Ana: 7b 9b", "b2 Ana: 7b 7b"),
    "a missing trick": one_deal().replace("b4 Ana: 3e 6e 2e 5e\n", ""),
    "an unknown ruleset": one_deal().replace("reglas: revesino", "reglas: revesina"),
    "a misspelt option": one_deal().replace("jugadores:", "opcion cut_pay: 48\njugadores:"),
    "a stranger in a trick": one_deal().replace("b3 Diego:", "b3 Dieguito:"),
    "a very long line": one_deal() + "nota: " + "x" * 3_000_000 + "\n",
    "NUL bytes": one_deal().replace("puntos:", "puntos\0:"),
    "an enormous integer": one_deal().replace("puntos: 31", "puntos: " + "9" * 5000),
    "an enormous amount": one_deal().replace("fondo inicial: 9", "fondo inicial: 9223372036854775807"),
    "a truncated file": one_deal()[:-200],
    "three players": one_deal().replace("jugadores: Ana, Diego, Carla, Benito", "jugadores: Ana, Diego, Carla"),
    "a name that steers the terminal": one_deal().replace("Ana", '"\x1b[2J\u202eAna"'),
    "a card of another pack": one_deal().replace("b2 Ana: 7b", "b2 Ana: KH"),
    "a trick that no deal has": one_deal("b13 Ana: 7b 9b 3b 2b\ngana b12: Ana\npago b13: Ana > Diego 1\n"),
    "an enormous house amount": one_deal().replace("jugadores:", "opcion stake_player: " + "9" * 40 + "\njugadores:"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_input_is_a_message_and_the_rest_is_audited(tmp_path: Path, log: Path, what: str) -> None:
    second = one_deal().replace("sesion: S00001", "sesion: other")
    (tmp_path / "a.rev").write_text(HOSTILE[what], encoding="utf-8")
    (tmp_path / "b.rev").write_text(second, encoding="utf-8")
    log.unlink()
    done = revesino("audit", tmp_path)
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode in (0, 1)
    assert "confirmed" in done.stdout
    assert "\x1b" not in done.stdout
    report = json.loads(revesino("audit", tmp_path, "--format", "json").stdout)
    totals = report["totals"]
    assert totals["deals"] + totals["quarantined"] == 2
    if what not in ("a name that steers the terminal", "a truncated file"):
        assert report["problems"] or any(
            claim["verdict"] != "confirmed" or deal["findings"]
            for session in report["sessions"]
            for deal in session["deals"]
            for claim in deal["claims"]
        )


def test_binary_and_deep_json_are_messages(tmp_path: Path, log: Path) -> None:
    (tmp_path / "binary.rev").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "deep.jsonl").write_text("[" * 200_000 + "\n")
    done = revesino("audit", tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    assert "binary.rev" in done.stdout and "deep.jsonl" in done.stdout


def test_convert_and_fmt_agree(tmp_path: Path, log: Path) -> None:
    assert revesino("convert", log, "--to", "jsonl", "-o", tmp_path / "night.jsonl").returncode == 0
    assert revesino("convert", tmp_path / "night.jsonl", "--to", "rev", "-o", tmp_path / "back.rev").returncode == 0
    assert revesino("fmt", "--check", tmp_path / "back.rev").returncode == 0
    assert revesino("fmt", log).returncode == 0
    assert log.read_bytes() == (tmp_path / "back.rev").read_bytes()


def test_convert_writes_over_nothing_that_it_reads(tmp_path: Path, log: Path) -> None:
    before = log.read_bytes()
    for target in (log, tmp_path / "night.jsonl", tmp_path):
        form = "jsonl" if target != tmp_path / "night.jsonl" else "rev"
        assert revesino("convert", log, "--to", form, "-o", target).returncode == 2
    assert log.read_bytes() == before
    assert not (tmp_path / "night.jsonl").exists()


def test_fmt_check_says_which_file_would_change(log: Path) -> None:
    log.write_text("; a comment\n" + one_deal().replace("puntos: 31, 5", "POINTS:   31 , 5"), encoding="utf-8")
    before = log.read_bytes()
    done = revesino("fmt", "--check", log)
    assert done.returncode == 1
    assert "would be rewritten" in done.stdout
    assert log.read_bytes() == before
    assert revesino("fmt", log).returncode == 0
    assert revesino("fmt", "--check", log).returncode == 0
    assert b"; a comment" in log.read_bytes()


def test_rules_show_clause_source_options_and_code() -> None:
    done = revesino("rules", "p3")
    assert done.returncode == 0
    for part in ("S0 §10", "ace_forced_double_suit", "audit/rules/p3.py:"):
        assert part in done.stdout
    for name in ("reversis-5", "cut_pays", "X9"):
        assert revesino("rules", name).returncode == 0


def test_an_unknown_rule_is_refused_with_a_hint() -> None:
    done = revesino("rules", "cut_payz")
    assert done.returncode == 2
    assert "cut_pays" in done.stderr


def test_a_reader_that_goes_away_is_no_failure() -> None:
    command = f"{sys.executable} -m audit rules | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Traceback" not in done.stderr


def test_numpy_is_not_needed_to_show_help() -> None:
    """A quick command imports what it needs: the help page must not wait for the engine."""
    code = "import sys, audit.cli.main, audit.cli.app; print('numpy' in sys.modules, 'msgspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [("--help",), ("rules",), ("audit", GOOD)])
def test_an_output_that_cannot_be_written_ends_with_2_and_a_message(arguments: tuple[object, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = process_words(*arguments)
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "could not be written" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_is_no_fault(log: Path, closed: str) -> None:
    command = f"{sys.executable} -m audit audit {log} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_json_is_utf_8_in_every_locale(log: Path) -> None:
    log.write_text(one_deal().replace("club: Club revesino", "club: Peña 😀"), encoding="utf-8")
    done = revesino_process("audit", log, "--format", "json", LC_ALL="C", PYTHONUTF8="0")
    assert json.loads(done.stdout)["sessions"][0]["club"] == "Peña 😀"
