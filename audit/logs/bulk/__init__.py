"""Logs in bulk: deals as columns of numbers, without one Python object a deal."""
