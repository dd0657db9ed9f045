"""A person's names replaced in all that a database says of a club, within the transaction that is open.

What is numbered stays numbered, and deals stay the deals that they are. Hashes of what was changed are emptied, and
computed when somebody needs them; what the rules made of it is renamed, for names do not change it.
"""

from __future__ import annotations

from audit.store.erasing import computed, recorded, ruled
from audit.store.erasing.computed import sessions_of_versions
from audit.store.erasing.erasure import Erasure, erasure_of
from audit.store.query import Connection

__all__ = ["Erasure", "erase", "sessions_of_versions"]


def erase(connection: Connection, club_id: int, names: dict[str, str]) -> Erasure:
    """Replace each of `names` by its value at a club; what that came to."""
    erasure = erasure_of(connection, club_id, names)
    # Decisions name versions by hashes, and texts stand beside names: both are read before any name is changed.
    ruled.empty_events(erasure, erasure.club_name())
    hashes = ruled.hashes_of_decisions(erasure)
    texts = recorded.texts(erasure)
    recorded.rename(erasure, texts)
    computed.rename(erasure)
    ruled.rename(erasure, hashes)
    return erasure
