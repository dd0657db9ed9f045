"""Which role a verdict plays in what a reader sees, and so which colour it has."""

from __future__ import annotations

STATUS_ROLES = {
    "confirmed": "good", "discrepant": "bad", "carried": "faint", "illegal": "bad", "undetermined": "open",
}  # fmt: skip
