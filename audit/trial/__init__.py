"""Deals settled otherwise: what somebody may have done instead of what the rules say, many deals and ways at once.

A `Change` is one thing done otherwise, as data. `altered` puts changes into the one engine at its stages, each row
of a batch with its own; `desk` is what a club had before it when it wrote a deal down; `tried` settles rows and
tells which recorded values they make right; `readings` does so for the other values of the options.
"""
