"""Every word that a person reads. Data comes in, text goes out; nothing here decides anything."""

from audit.text.findings import finding_message
from audit.text.problems import expected as problem_expected
from audit.text.problems import message as problem_message

__all__ = ["finding_message", "problem_expected", "problem_message"]
