"""Tests of the bulk readers: each is held against the plain reader of its form."""
