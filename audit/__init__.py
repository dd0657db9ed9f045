"""Score audit for Revesino and Reversis: replay session logs, settle them, and name every wrong figure."""

__version__ = "0.1.0"
