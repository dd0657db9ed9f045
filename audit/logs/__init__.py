"""Session logs: text to deals and back, one file a form. Nothing here knows a rule."""

from audit.logs.forms import FORMS, Form, PackOf
from audit.logs.lines import is_header_line, read_lines
from audit.logs.reader import read, read_each, read_file
from audit.logs.write_rev import deal_lines

__all__ = ["FORMS", "Form", "PackOf", "deal_lines", "is_header_line", "read", "read_each", "read_file", "read_lines"]
