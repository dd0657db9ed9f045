"""Session logs: text to deals and back, one file a form. Nothing here knows a rule."""

from audit.logs.forms import FORMS, Form, PackOf
from audit.logs.reader import read, read_each, read_file

__all__ = ["FORMS", "Form", "PackOf", "read", "read_each", "read_file"]
