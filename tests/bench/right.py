"""A million right deals through `import`: `python -m tests.bench.right [--deals N]`; what is not confirmed is an alarm.

The records are lean ones that the engine settled itself, so that this says whether reading, storing and comparing raise
alarms; whether the engine settles rightly is for the oracle (`tests/oracle`, `python -m tests.oracle.alarms`).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from audit.club.volume import import_volume
from audit.store import query
from audit.store.connection import reading
from tests.bench.logs import write_lean


def alarms(folder: Path, deals: int) -> tuple[int, int, int]:
    """How many values of `deals` right deals are confirmed, how many are not, and how many findings there are."""
    database = folder / "right.duckdb"
    import_volume(database, write_lean(folder, deals, right=True))
    with reading(database) as connection:
        confirmed = query.number(connection, "SELECT coalesce(sum(list_sum(confirmed)), 0)::BIGINT FROM computed.deals")
        others = query.number(connection, "SELECT count(*) FROM computed.claims")
        return confirmed, others, query.number(connection, "SELECT count(*) FROM computed.findings")


def main() -> int:
    """Print the counts; 1 when there was an alarm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    deals = parser.parse_args().deals
    with tempfile.TemporaryDirectory() as folder:
        confirmed, others, findings = alarms(Path(folder), deals)
    print(f"{deals:,} right deals: {confirmed:,} values confirmed, {others:,} not, {findings:,} findings")
    return 1 if others or findings else 0


if __name__ == "__main__":
    sys.exit(main())
