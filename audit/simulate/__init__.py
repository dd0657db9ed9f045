"""Seeded seasons of a club: sensible players, a scorer who errs now and then, and the truth beside the record.

The rules are the audit's own. Only how people choose a card, and how they miscount, stands here.
"""
