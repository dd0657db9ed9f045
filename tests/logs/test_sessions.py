"""Headers, substitutes, several sessions in a file, and which deals cannot be taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.model import Quarantined, Reading

from .reading import HEADER, read_deal, read_text, rewritten, texts, whats

SECOND = HEADER.replace("sesion: A", "sesion: B")


def codes(reading: Reading) -> list[str]:
    return [quarantined.code for quarantined in reading.quarantined]


def test_a_header(tmp_path: Path) -> None:
    header = (
        'revesino-log 1\n\nopcion cut_pays: 48 ; house\nopcion party: "a;b"\nClube: Casino de Calanda\n'
        "SESIÓN: 2024-A\nregras: revesino\nfondo previo: 12\nsaldo previo: 4, -2, 0, −2\n"
        'players: Ana, "Fran, hijo", José  María, "El ""Zurdo"""\nx-room: 3\n'
    )
    deal, reading = read_deal(tmp_path, "", header)
    found = deal.header
    assert (found.club, found.session, found.rules, found.date) == ("Casino de Calanda", "2024-A", "revesino", None)
    assert found.players == deal.players == ("Ana", "Fran, hijo", "José María", 'El "Zurdo"')
    assert [(option.name, option.value, option.place.line) for option in found.options] == [
        ("cut_pays", "48", 3),
        ("party", "a;b", 4),
    ]
    assert (found.carried_fondo, found.carried_balance) == (12, (4, -2, 0, -2))
    assert found.extras == {"x-room": "3"}
    assert not reading.problems


@pytest.mark.parametrize("key", ["club", "sesion", "reglas", "jugadores"])
def test_without_a_required_key_all_deals_of_the_block_are_quarantined(tmp_path: Path, key: str) -> None:
    kept = "".join(line for line in HEADER.splitlines(keepends=True) if not line.startswith(key))
    reading = read_text(tmp_path, f"{kept}\nreparto 1\nganador: Ana\n\nreparto 2\n\n{SECOND}\nreparto 1\n")
    assert whats(reading) == ["missing-header.key"]
    assert codes(reading) == ["missing-header"] * 2
    assert [deal.header.session for deal in reading.deals] == ["B"]


def test_a_blank_header_is_none(tmp_path: Path) -> None:
    assert codes(read_text(tmp_path, HEADER.replace("Casino", "?") + "reparto 1\n")) == ["missing-header"]
    assert codes(read_text(tmp_path, HEADER.replace("Casino", "") + "reparto 1\n")) == ["missing-header"]


def test_a_header_given_twice_with_different_values_does_not_count(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER + "club: Other\n\nreparto 1\n")
    assert whats(reading) == ["missing-header.key", "repeated-key.different"]
    assert codes(reading) == ["missing-header"]
    reading = read_text(tmp_path, HEADER + "fecha: 2024-03-03\n\nreparto 1\n")
    assert [deal.header.date for deal in reading.deals] == [None]
    reading = read_text(tmp_path, HEADER + "club: Casino\n\nreparto 1\n")
    assert whats(reading) == ["repeated-key.equal"]
    assert len(reading.deals) == 1


def test_an_option_given_twice(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "", HEADER + "opcion a: 1\nopción a: 1\nopcion b: 1\nopcion b: 2\n")
    assert [(option.name, option.value) for option in deal.header.options] == [("a", "1")]
    assert whats(reading) == ["repeated-key.equal", "repeated-key.different"]


@pytest.mark.parametrize("number", ["", "0", "-1", "1.5", "uno", "1 2", str(2**63), "9" * 5000])
def test_a_deal_without_a_number_is_quarantined(tmp_path: Path, number: str) -> None:
    reading = read_text(tmp_path, f"{HEADER}\nreparto {number}\nganador: nobody\n\nreparto 2\n")
    assert codes(reading) == ["missing-deal-number"]
    assert [deal.number for deal in reading.deals] == [2]
    assert reading.quarantined == [Quarantined(reading.quarantined[0].place, "missing-deal-number")]
    assert "ilegible: ganador: nobody" in texts(reading)


@pytest.mark.parametrize(
    "line", ["reparto 7", "Reparto: 7", "reparto 7:", "DEAL 7 ; late", "distribuição 7", "reparto7", "reparto +7"]
)
def test_how_a_deal_may_begin(tmp_path: Path, line: str) -> None:
    reading = read_text(tmp_path, f"{HEADER}  {line}\n")
    assert [deal.number for deal in reading.deals] == [7]
    assert not reading.problems


@pytest.mark.parametrize("players", ["Ana, Benito, Carla", "Ana", "", "A, B, C, D, E, F", "Ana, Ana, Carla, Diego"])
def test_players_who_cannot_be_seated(tmp_path: Path, players: str) -> None:
    reading = read_text(tmp_path, HEADER.replace("Ana, Benito, Carla, Diego", players) + "\nreparto 1\n")
    assert codes(reading) in (["bad-length"], ["duplicate-player"], ["missing-header"])
    assert {problem.code for problem in reading.problems} == set(codes(reading))


def test_five_players(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "mano Eva: 1o\npuntos: 1, 2, 3, 4, ?\n", HEADER.replace("Diego", "Diego, Eva"))
    assert deal.recorded.points == (1, 2, 3, 4, None)
    assert not reading.problems


def test_a_carried_balance_is_as_long_as_the_players_list(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "", "revesino-log 1\nsaldo previo: 1, 2, 3\n" + HEADER[15:])
    assert deal.header.carried_balance is None
    assert whats(reading) == ["bad-length.numbers"]
    assert "ilegible: saldo previo: 1, 2, 3" in texts(reading)


def test_a_substitute(tmp_path: Path) -> None:
    text = (
        f"{HEADER}\nreparto 1\nsaldo: 1, 2, 3, 4\n\n; Diego went home\njugadores: Ana, Benito, Carla, Eva ; at ten\n"
        "; and on\nreparto 2\nganador: Eva\n\nreparto 3\nganador: Diego\n"
    )
    reading = read_text(tmp_path, text)
    first, second, third = reading.deals
    assert first.players[3] == "Diego"
    assert second.players == third.players == ("Ana", "Benito", "Carla", "Eva")
    assert first.header is second.header
    assert second.recorded.winner == "Eva"
    assert whats(reading) == ["unknown-player.name"]
    for form in ("rev", "jsonl"):
        again = rewritten(tmp_path, reading, form)
        assert [deal.players for deal in again.deals] == [deal.players for deal in reading.deals]
        assert [deal.header.players for deal in again.deals] == [deal.header.players for deal in reading.deals]
        assert texts(again) == texts(reading)


def test_a_substitute_is_seated_for_the_deals_behind_the_line(tmp_path: Path) -> None:
    text = f"{HEADER}\nreparto 1\njugadores: Ana, Benito, Carla, Eva\nganador: Diego\nreparto 2\nganador: Eva\n"
    reading = read_text(tmp_path, text)
    assert [deal.recorded.winner for deal in reading.deals] == ["Diego", "Eva"]
    assert not reading.problems


def test_seatings_that_do_not_count(tmp_path: Path) -> None:
    before, behind = f"{HEADER}\nreparto 1\n", "\nreparto 2\nganador: Diego\n"
    for lines, what in [
        ("jugadores: Ana, Benito, Carla", "bad-length.players"),
        ("jugadores: Ana, Benito, Carla, Diego, Eva", "bad-length.players"),
        ("jugadores: Ana, Benito, Carla, Carla", "duplicate-player.twice"),
        ("jugadores: Ana, Benito, Carla, Diego", "repeated-key.equal"),
        ("jugadores: Ana, Benito, Carla, Eva\njugadores: Ana, Benito, Carla, Flor", "repeated-key.different"),
    ]:
        reading = read_text(tmp_path, before + lines + behind)
        assert whats(reading) == [what]
        assert [deal.players[3] for deal in reading.deals] == ["Diego", "Diego"]


def test_several_sessions(tmp_path: Path) -> None:
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1\n\nreparto 2\n{SECOND}reparto 1\n")
    assert [(deal.header.session, deal.number) for deal in reading.deals] == [("A", 1), ("A", 2), ("B", 1)]
    assert not reading.problems


def test_files_put_together(tmp_path: Path) -> None:
    """Each with its byte order mark, and the first without a last line end."""
    reading = read_text(tmp_path, f"\ufeff{HEADER}reparto 1\n\ufeff{SECOND}reparto 1")
    assert [deal.header.session for deal in reading.deals] == ["A", "B"]
    assert whats(reading) == ["encoding.bom"]


def test_another_version_is_not_read(tmp_path: Path) -> None:
    for first in ("revesino-log 2", "revesino-log", "revesino-log 1.0", "revesino-log one"):
        reading = read_text(tmp_path, HEADER.replace("revesino-log 1", first) + f"reparto 1\n{SECOND}reparto 1\n")
        assert whats(reading) == ["bad-value.version"]
        assert codes(reading) == ["bad-value"]
        assert [deal.header.session for deal in reading.deals] == ["B"]


def test_a_file_without_its_format_line_is_read_with_an_error(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER.removeprefix("revesino-log 1\n") + "reparto 1\n")
    assert whats(reading) == ["missing-header.format"]
    assert len(reading.deals) == 1


def test_a_second_session_without_its_format_line_is_not_counted_to_the_first(tmp_path: Path) -> None:
    second = SECOND.removeprefix("revesino-log 1\n").replace("Diego", "Eva")
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1\n{second}opcion cut_pays: 48\n\nreparto 1\nganador: Eva\n")
    assert whats(reading) == ["missing-header.late"]
    assert [(deal.header.session, deal.players[3]) for deal in reading.deals] == [("A", "Diego"), ("B", "Eva")]
    assert reading.deals[1].header.options[0].value == "48"


def test_half_a_header_between_deals_quarantines_what_follows(tmp_path: Path) -> None:
    """Whose deals they are cannot be told; the deal in which the line stands is neither split nor lost."""
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1\nsesion: B\nganador: Ana\n\nreparto 2\n\nreparto 3\n")
    assert [(deal.number, deal.recorded.winner) for deal in reading.deals] == [(1, "Ana")]
    assert codes(reading) == ["missing-header"] * 2
    assert "missing-header.late" in whats(reading)


def test_header_lines_between_deals_that_change_nothing(tmp_path: Path) -> None:
    reading = read_text(tmp_path, f"{HEADER}\nreparto 1\nsesion: A\nopcion a: 1\nsaldo previo: 1, 2, 3, 4\nreparto 2\n")
    assert whats(reading) == ["repeated-key.equal", "bad-option.late", "bad-line.header-late"]
    assert len(reading.deals) == 2
    for deal in reading.deals:
        assert [option.name for option in deal.header.options] == ["a: 1"]


def test_lines_outside_deals(tmp_path: Path) -> None:
    reading = read_text(tmp_path, "hello\n" + HEADER + "ganador: Ana\n\nreparto 1\n")
    assert whats(reading) == ["bad-line.no-colon", "bad-line.before-deal"]
    assert texts(reading) == ["ilegible: hello", "ilegible: ganador: Ana"]


def test_an_unknown_ruleset_is_read(tmp_path: Path) -> None:
    deal, reading = read_deal(tmp_path, "b1 Ana: 1o AH RC 2c\n", HEADER.replace("revesino\n", "rebesino\n"))
    assert deal.header.rules == "rebesino"
    assert whats(reading) == ["bad-card.two"]
