"""Statistics for programs: what is refused is said in a sentence; and the day on which seasons begin, wherever it is
set.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from people.tables import log, put

import audit
from audit.refusal import Refused
from audit.settings import load
from audit.text.refusals import refusal

NO_DAYS = ["13-45", "02-30", "04-31", "00-10", "9-1", "09-01 ", "x'y", "", "٠٩-٠١", 5]


def test_a_refusal_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        audit.open(tmp_path / "none.duckdb").players()
    assert str(caught.value).startswith(f"there is no database {tmp_path / 'none.duckdb'}.")
    with pytest.raises(Refused) as caught:
        audit.open(tmp_path / "none.duckdb").table("player")
    assert "players" in str(caught.value)


@pytest.mark.parametrize("day", NO_DAYS)
def test_no_day_is_refused_at_once(day: Any, tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        audit.open(tmp_path / "none.duckdb", season_begins=day)
    assert str(caught.value).startswith('`season_begins` is a day of the year, written "MM-DD"')


@pytest.mark.parametrize("day", [day for day in NO_DAYS if day not in ("", 5)])
def test_no_day_is_refused_in_the_settings(day: str, tmp_path: Path) -> None:
    (tmp_path / "revesino.toml").write_text(f'[club]\nseason_begins = "{day}"\n', encoding="utf-8")
    with pytest.raises(Refused) as caught:
        load(tmp_path)
    assert refusal(caught.value).startswith(f"{tmp_path / 'revesino.toml'}: `club.season_begins` is a day of the year")


@pytest.mark.parametrize("day", ["01-01", "01-30", "02-29", "08-31", "12-31"])
def test_every_day_of_a_year_is_one(day: str, tmp_path: Path) -> None:
    (tmp_path / "revesino.toml").write_text(f'[club]\nseason_begins = "{day}"\n', encoding="utf-8")
    assert load(tmp_path).season_begins == day
    audit.open(tmp_path / "none.duckdb", season_begins=day)


SEASONS = {
    "12-31": {"2023-12-30": "2022/23", "2023-12-31": "2023/24", "2024-12-30": "2023/24"},
    "02-29": {
        "2023-02-28": "2022/23", "2023-03-01": "2023/24",
        "2024-02-28": "2023/24", "2024-02-29": "2024/25",
    },
}  # fmt: skip


@pytest.mark.parametrize("day", SEASONS)
def test_a_season_begins_on_the_day_or_on_the_next_that_there_is(day: str, tmp_path: Path) -> None:
    path = tmp_path / "club.duckdb"
    put(path, "".join(log(f"noche {date}").replace("2024-03-02", date) for date in SEASONS[day]))
    found = audit.open(path, season_begins=day).arrow.table("sessions").to_pylist()
    assert {str(one["date"]): one["season"] for one in found} == SEASONS[day]
