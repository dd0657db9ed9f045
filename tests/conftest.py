"""The tests are written against the English texts, whatever language the machine speaks."""

from __future__ import annotations

import os

os.environ["LANGUAGE"] = "en"
