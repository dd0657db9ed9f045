"""Whatever is in a log, it can be shown: damaged sample logs in every form, and all tables within the width."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.cells import cell_len
from show.showing import SAMPLES

from audit.service import audit
from audit.sheet.csv_sheet import write_csv
from audit.sheet.html_sheet import write_html
from audit.sheet.sheet import sheet
from audit.sheet.xlsx_sheet import write_xlsx
from audit.terminal import play, score_sheet


def damaged(seed: int) -> str:
    rng = random.Random(seed)
    lines = rng.choice(sorted(SAMPLES.glob("*.rev"))).read_text(encoding="utf-8", errors="replace").split("\n")
    for _ in range(rng.randint(1, 14)):
        place = rng.randrange(len(lines))
        match rng.randrange(3):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, rng.choice(lines))
            case _ if lines[place]:
                letter = rng.randrange(len(lines[place]))
                lines[place] = lines[place][:letter] + rng.choice("0129?-oceb,> 王") + lines[place][letter + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(25))
def test_a_damaged_log_can_be_shown(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "log.rev"
    path.write_text(damaged(seed), encoding="utf-8")
    audited = audit([path])
    for session in audited.assembled.sessions:
        whole = sheet(audited, session)
        assert write_csv(whole)
        assert write_html(whole)
        assert write_xlsx(whole)
        assert list(score_sheet.written(audited, session, 80))
        assert list(score_sheet.corrected(audited, session, 80))
        lines = [line.text for line in play.deals(audited, session, range(len(session.deals)), 80)]
        tricks = [line for line in lines if line.startswith("  trick") or line[:7].strip().isdigit()]
        assert max(map(cell_len, tricks), default=0) <= 80
