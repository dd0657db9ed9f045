"""Logs in archives: `.zip` and `.gz`. Nothing of them is ever written to a disk."""
