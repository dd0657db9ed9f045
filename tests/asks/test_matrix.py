"""Ask 21: revesino, quínola, napolitana, renuncio and who cuts, all that can go together, settled as the oracle does.

`matrix.toml` names, for each combination that was met, the seed of a deal that has it, by who revoked in it;
`PYTHONPATH=.:tests python tests/asks/test_matrix.py` looks for them anew.
"""

from __future__ import annotations

import itertools
import random
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from oracle import settle_session
from oracle.cards import rank_of, spanish_pack
from oracle.deals import random_options, random_session
from oracle.events import cut_of
from oracle.options import REVESINO
from oracle.table import Table, read_table
from support import COMPUTED, Row, audit_deals, deals_of

TABLE = Path(__file__).parent / "matrix.toml"
SEEDS = 100_000
"""How many deals were looked at for the table."""


class Combination(NamedTuple):
    """What comes together in a deal. A player is called by what he is in it; `-` where there is none."""

    revesino: str
    cutter: str
    napolitana: str
    quinola: str
    player: str
    trick: str
    renuncio: str

    @property
    def name(self) -> str:
        """All but the renuncio, as the table names it."""
        cut = "" if self.cutter == "-" else f" by {self.cutter}"
        quinola = "otherwise" if self.quinola == "-" else f"{self.quinola} by {self.player} in {self.trick}"
        return f"revesino {self.revesino}{cut}, napolitana {self.napolitana}, quinola {quinola}"


AXES = Combination(
    revesino="none, made, cut in 10, cut in 11",
    cutter="-, napolitano, another",
    napolitana="none, kept, lost",
    quinola="placed, forced, drawn",
    player="undertaker, napolitano, both, another",
    trick="1-8, 9, 10, 11",
    renuncio="none, cutter, napolitano, another",
)
"""By axis its values. No undertaker revokes: he leads tricks 2-10, takes the first, and has one card for the last."""

IMPOSSIBLE = """
    revesino none cutter napolitano         nobody undertakes, so nobody cuts
    revesino none cutter another
    revesino none player undertaker
    revesino none player both
    revesino none renuncio cutter
    cutter - renuncio cutter
    revesino made cutter napolitano         it is made because nobody cut
    revesino made cutter another
    revesino made renuncio cutter
    revesino cut_in_10 cutter -
    revesino cut_in_11 cutter -
    cutter napolitano napolitana none       who cuts wins a trick, and has lost
    cutter napolitano napolitana kept
    cutter napolitano player both           nobody cuts himself
    cutter napolitano renuncio napolitano   he is told as the cutter
    napolitana none quinola drawn           it is drawn from a napolitano
    napolitana none player napolitano
    napolitana none player both
    napolitana none renuncio napolitano
    quinola drawn player undertaker
    quinola drawn player another
    napolitana kept player both             who undertakes has lost
    player both renuncio napolitano         an undertaker does not revoke
    player undertaker trick 9               he leads it, and has more than one card
    player undertaker trick 10
    player both trick 9
    player both trick 10
"""
"""Pairs of values that no deal has, and why."""


def combinations(deal: Row, settled: Row) -> Iterator[Combination]:
    """What comes together in a deal, once for each kind of player who revoked in it."""
    table = read_table(deal, spanish_pack())
    undertaker, napolitano, cut = settled["undertaken"], settled["napolitana"], cut_of(settled)
    cutter = cut[0] if cut else None
    revokers = {name for _, name in settled["revokes"]}
    assert undertaker not in revokers
    named = {"cutter" if n == cutter else "napolitano" if n == napolitano else "another" for n in revokers}
    for renuncio in sorted(named) or ["none"]:
        yield Combination(
            "none" if undertaker is None else "made" if cut is None else f"cut in {cut[1]}",
            "-" if cutter is None else "napolitano" if cutter == napolitano else "another",
            "none" if napolitano is None else "lost" if settled["lost"] else "kept",
            *quinola(table, settled),
            renuncio,
        )


def quinola(table: Table, settled: Row) -> tuple[str, str, str]:
    """How, by whom and when it was played; three times `-` where it was led or followed by choice, or out of play."""
    play = table.quinola_play()
    if play is None or [play.trick, play.player] in settled["revokes"]:
        return "-", "-", "-"
    roles = [role for role in ("undertaken", "napolitana") if settled[role] == play.player]
    player = {"undertaken": "undertaker", "napolitana": "napolitano"}.get(roles[0], "") if roles else "another"
    led = rank_of(table.tricks[play.trick - 1].plays[0].card)
    if not play.followed:
        how = "placed"
    elif not play.only_of_suit or (play.is_lead and play.rest):
        return "-", "-", "-"
    else:
        how = "drawn" if "napolitana" in roles and not play.is_lead and led in ("1", "12", "11") else "forced"
    return how, "both" if len(roles) == 2 else player, "1-8" if play.trick <= 8 else str(play.trick)


def made(seed: int) -> Row:
    """The deal of a seed, a session of its own under the rules as they are by default."""
    (deal,) = random_session(random.Random(seed), REVESINO, 1, None, f"{seed}")
    return deal


def differences(folder: Path, deals: list[Row], settled: list[Row]) -> list[str]:
    """Where the engine does not compute what the oracle settled, entry by entry."""
    found = deals_of(audit_deals(folder, deals))
    lines = []
    for deal, right in zip(deals, settled, strict=True):
        computed = found[deal["session"], 1]["computed"]
        for number, (one, other) in enumerate(itertools.zip_longest(computed["ledger"], right["ledger"]), 1):
            if one != other:
                lines.append(f"{deal['session']}: entry {number}: {one}, the oracle: {other}")
        lines += [f"{deal['session']}: {what}" for what in COMPUTED if computed[what] != right[what]]
    return lines


@pytest.fixture(scope="module")
def table() -> dict[str, dict[str, int]]:
    """By combination, and by who revoked: the seed of a deal that has it."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def deals(table: dict[str, dict[str, int]]) -> dict[int, tuple[Row, Row]]:
    """By seed: each deal of the table, and what it comes to."""
    found = {seed: made(seed) for seeds in table.values() for seed in seeds.values()}
    return {seed: (deal, *settle_session([deal])) for seed, deal in found.items()}


def test_21_the_stated_combinations_are_met(
    table: dict[str, dict[str, int]], deals: dict[int, tuple[Row, Row]]
) -> None:
    """21: each deal has what the table says; and any two things that can come together do in one of them."""
    met = set()
    for name, seeds in table.items():
        for renuncio, seed in seeds.items():
            found = [one for one in combinations(*deals[seed]) if (one.name, one.renuncio) == (name, renuncio)]
            assert len(found) == 1, f"{name}, renuncio {renuncio}: not the deal {seed}; make the table anew"
            met.update(found)
    axes = {axis: values.split(", ") for axis, values in AXES._asdict().items()}
    unmet = {
        f"{one} {a} {other} {b}".replace(" in ", "_in_")
        for one, other in itertools.combinations(axes, 2)
        for a, b in itertools.product(axes[one], axes[other])
        if not any((getattr(m, one), getattr(m, other)) == (a, b) for m in met)
    }
    assert unmet == {" ".join(line.split()[:4]) for line in IMPOSSIBLE.strip().splitlines()}
    three = {(one.revesino, one.quinola, one.trick) for one in met if one.quinola != "-"}
    assert three == set(itertools.product(axes["revesino"], axes["quinola"], axes["trick"]))
    assert len(met) > 500


def test_21_combined_specials_are_settled_as_the_oracle_settles_them(
    tmp_path: Path, deals: dict[int, tuple[Row, Row]]
) -> None:
    """21: by default, and the same plays in houses that play otherwise."""
    rng = random.Random(21)
    by_default, settled = ([pair[i] for pair in deals.values()] for i in (0, 1))
    assert not differences(tmp_path, by_default, settled)
    houses = [random_options(rng, REVESINO) for _ in range(40)]
    otherwise = [
        deal | {"rules": {"id": REVESINO, "options": houses[number % len(houses)]}}
        for number, deal in enumerate(by_default)
    ]
    settled_so = [settle_session([deal])[0] for deal in otherwise]
    assert not differences(tmp_path, otherwise, settled_so)
    # The control: what one house's rules give, another's do not, and the comparison notices.
    assert len(differences(tmp_path, by_default, settled_so)) > len(deals)


@pytest.mark.slow
def test_21_thousands_more(tmp_path: Path) -> None:
    """21, on deals that nobody chose."""
    rng = random.Random(2100)
    some = []
    for seed in range(SEEDS, SEEDS + 4_000):
        options = random_options(rng, REVESINO) if seed % 2 else {}
        some.append(made(seed) | {"rules": {"id": REVESINO, "options": options}})
    assert not differences(tmp_path, some, [settle_session([deal])[0] for deal in some])


def look() -> dict[str, dict[str, int]]:
    """The first seed of each combination among `SEEDS`."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for seed in range(SEEDS):
        deal = made(seed)
        for one in combinations(deal, settle_session([deal])[0]):
            found[one.name].setdefault(one.renuncio, seed)
    return found


if __name__ == "__main__":
    rows = (
        f'"{name}" = {{ {", ".join(f"{renuncio} = {seed}" for renuncio, seed in sorted(seeds.items()))} }}\n'
        for name, seeds in sorted(look().items())
    )
    TABLE.write_text("".join(rows), encoding="utf-8")
