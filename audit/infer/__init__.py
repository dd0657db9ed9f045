"""Which house rules a club really plays: the options under which its records come out right most often.

A ruleset with other option values is just another ruleset, so all records are settled under each value of one
option after the other (`records`), those values are kept that explain most deals (`search`), and what was found
is told with what speaks against it (`switches`).
"""

from __future__ import annotations

from audit.infer.switches import DealName, Inference, Switch, infer

__all__ = ["DealName", "Inference", "Switch", "infer"]
