"""Where a fondo or a balance went wrong, what followed, and what is new: sessions by hand."""

from __future__ import annotations

from pathlib import Path

from audit.drift import CARRIED, MENDED, NEW, RIGHT, Drift, document, drift
from tests.support import audit_text

HEAD = """revesino-log 1
club: Casino
sesion: 2024-03-02
fecha: 2024-03-02
reglas: reversis
jugadores: Ana, Benito, Carla, Diego
"""


def deals(tmp_path: Path, lines: list[str]) -> Drift:
    """A session of score lines that are settled by the recorded deals before: only antes are certain."""
    audited = audit_text(tmp_path, HEAD + "".join(lines))
    (session,) = audited.assembled.sessions
    found = drift(audited, session)
    assert found is not None
    return found


def played(number: int, fondo: tuple[int, int] | None, balance: str = "", net: str = "") -> str:
    """A deal of the same play, which Diego wins and in which nothing but the Bête's 4 and the quínola moves."""
    text = f"\nreparto {number}\ndador: {('Ana', 'Diego', 'Carla', 'Benito')[(number - 1) % 4]}\n"
    lead = ("Benito", "Ana", "Diego", "Carla")[(number - 1) % 4]
    suits = "hscd"
    ranks = ["2", "A", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"]
    # Each seat holds a whole suit, so that whoever leads wins all tricks but is never a revoker.
    for trick, rank in enumerate(ranks, start=1):
        text += f"b{trick} {lead}: " + " ".join(f"{rank}{suit}" for suit in suits) + "\n"
    if fondo:
        text += f"fondo inicial: {fondo[0]}\nfondo final: {fondo[1]}\n"
    text += f"tantos: {net}\n" if net else ""
    return text + (f"saldo: {balance}\n" if balance else "")


# The leader wins all twelve tricks, so the Reversis is made: he is paid 16 by each and takes the fondo of 8.
# Nets: the leader 3 × 16 + 8 - 2 = 54, the others -18.


def test_a_right_session_has_no_drift(tmp_path: Path) -> None:
    found = deals(tmp_path, [played(1, (8, 0), "-18, 54, -18, -18"), played(2, (8, 0), "36, 36, -36, -36")])
    assert found.first is None
    assert {one.state for one in found.steps} == {RIGHT}


def test_a_slip_is_carried_on_and_a_second_one_is_new(tmp_path: Path) -> None:
    found = deals(
        tmp_path,
        [
            played(1, (8, 2), "-18, 54, -18, -18"),
            played(2, (10, 0), "38, 36, -36, -36"),
            played(3, (8, 0), "20, 18, -54, 20"),
        ],
    )
    assert found.first is not None
    assert (found.first.deal, found.first.claim, found.first.recorded, found.first.computed) == (1, "fondo_end", 2, 0)
    states = {(one.deal, one.claim, one.player): one.state for one in found.steps}
    assert states[2, "fondo_start", None] == CARRIED
    assert states[2, "fondo_end", None] == RIGHT
    assert states[2, "balance", "Ana"] == CARRIED
    assert states[3, "balance", "Ana"] == CARRIED
    assert states[3, "balance", "Diego"] == NEW
    first, second = found.mistakes
    assert (first.deal, second.deal) == (1, 3)
    assert {(one.deal, one.claim) for one in first.followed} == {(2, "fondo_start"), (2, "balance"), (3, "balance")}
    ends = {one.account: (one.recorded, one.computed) for one in found.standings}
    assert ends == {"Ana": (20, 18), "Benito": (18, 18), "Carla": (-54, -54), "Diego": (20, 18), None: (0, 0)}


def test_what_is_right_again_without_a_word_is_told(tmp_path: Path) -> None:
    found = deals(
        tmp_path,
        [
            played(1, None, "-18, 54, -18, -19"),
            played(2, None, "36, 36, -36, -36"),
        ],
    )
    states = {(one.deal, one.player): one.state for one in found.steps}
    assert states[1, "Diego"] == NEW
    assert states[2, "Diego"] == MENDED


def test_the_json_has_the_first_error_and_the_standings(tmp_path: Path) -> None:
    found = deals(tmp_path, [played(1, (8, 2), "-18, 54, -18, -18")])
    (row,) = document([found])["sessions"]
    assert row["first"]["claim"] == "fondo_end"
    assert row["standings"][-1] == {"account": None, "recorded": 2, "computed": 0}
    assert [one["deal"] for one in row["mistakes"]] == [1]
