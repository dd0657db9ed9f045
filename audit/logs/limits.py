"""How much of a file is read before it is refused: every limit, with its reason."""

from __future__ import annotations

FILE_BYTES = 2**30
"""A file's size. Half a million full deals; more is for the bulk form, or for one file a session."""

LINE_CHARS = 2**20
"""A line's length. A full deal in JSON takes 3,000 characters; a longer line is passed over unread."""

SAMPLE_BYTES = 2**16
"""How much of a file is looked at to tell text from other data, and one form from another."""

CHUNK_BYTES = 2**18
"""How much is read at once: large enough to be quick, small enough to stay in the cache."""

EXTRA_DEPTH = 64
"""How deep the value of an `x-` key may be nested, so that it can be walked and written without overflow."""

INTEGER_CHARS = 40
"""Digits (with sign and leading zeros) after which a number is too large without being computed."""

TRICKS = 13
"""The largest trick number: `reversis-52` deals 13 cards."""

TRICK_CARDS = 4
"""Cards to a trick; with five players the dealer sits out."""

STOCK_CARDS = 3
"""Cards to the stock: one for each of the seats 1, 2 and 3."""

PLAYERS = (4, 5)
"""How many may sit down; five only where the dealer sits out, which is the ruleset's business."""

PROBLEMS_PER_FILE = 1_000
"""Problems kept of one file; those beyond are counted. A file of another kind would give one a line."""

PLAYER_CHARS = 200
"""A player's name. Every line of a report repeats it; the longest real names have some 60 characters."""

HEADER_CHARS = 500
"""The text of `club`, `session` and `rules`, which every message about the session repeats."""

CARD_WORDS = 200
"""Words of one list of cards: a hand of 13 cards, each in full as `the queen of hearts`, has some 60."""

NAME_CHARS = 100
"""Up to this length a near miss is looked for; the comparison's time grows with the square of it."""

EXCERPT_CHARS = 80
"""How much of the text found a problem quotes."""

PARAM_CHARS = 400
"""How much of a text a problem names besides: the players of a deal, a path in JSON."""

CACHE_ENTRIES = 4_096
"""Spellings remembered for speed in each table, so that hostile input cannot make one grow without end."""

ROWS = 2**22
"""Rows of a Parquet file, and records of a plug-in. More is for several files."""

GROUP_ROWS = 2**20
"""Rows of one group: they are decoded together."""

GROUP_ROWS_WRITTEN = 2**16
"""Rows of a group that is written: a few megabytes, and enough for columns to be short."""

BATCH_ROWS = 2**12
"""Rows that are values at once."""

GROUP_BYTES = 2**30
"""What the pages of one group may come to when they are decompressed, as they say themselves."""

PAGE_BYTES = 2**26
"""The same of one page, which is decompressed at once; usual are 1 to 8 megabytes."""

VALUES_PER_ROW = 1_000
"""Values of one column to a row; the longest list of a usual deal has 52."""

GROUP_VALUES = 2**26
"""Values of one column in a group, which are decoded together."""

REPEATED_BYTES = 2**31
"""What a page may come to in which each text is said by how much of the one before it repeats."""

COLUMNS = 1_000
"""Columns of a Parquet file, counted as it does: every part of a nested one."""

METADATA_BYTES = 2**23
"""What the description of a Parquet file may come to, a hundred times that of a usual one."""

DECODED_CHARS = 2**30
"""Characters of the texts of a Parquet file once they are read, for one text may stand for a million rows."""

MEMBERS = 10_000
"""Entries of an archive, read or not. A club's evenings of a hundred years."""

DIRECTORY_BYTES = 2**22
"""An archive's table of contents: it is read at once."""

ARCHIVE_BYTES = 2**30
"""What the logs of one archive may come to when they are unpacked, together; as one file's size."""

RATIO = 200
"""How many times its packed size an unpacked log may have. Logs come to 5 to 50 times, what is to harm to 1,000."""

RATIO_FROM = 2**20
"""A log that is no larger does no harm, whatever it was packed into."""

SHEET_BYTES = 2**26
"""A score sheet's size. A club's whole life takes some 10 million; more is for another form."""

SHEETS = 500
"""Worksheets of one workbook: one for each evening of several years."""

SHEET_ROWS = 200_000
"""Rows of one sheet, of which each is a deal."""

SHEET_COLUMNS = 500
"""Columns of one sheet: four for each of a club's members, and the session's."""

SHEET_CELLS = 4_000_000
"""Cells from the first to the last of a worksheet, empty ones too: all of them are in memory."""

CELL_CHARS = 32_767
"""A cell's text; spreadsheets hold no more."""

QUOTED_LINES = 200
"""Lines of a file that one quoted cell may go over, so that a quote that nobody closes costs no more."""

HEADING_CHARS = 300
"""A heading that is looked at: a word and a name."""

WORKBOOK_BYTES = 2**28
"""What the parts of a workbook may come to when they are unpacked."""

WORKBOOK_PARTS = 5_000
"""Parts of a workbook."""

PACKED_RATIO = 1_000
"""How much larger than its packed form a part of a workbook may be: twice what a sheet of equal rows comes to."""

HEADER_ROWS = 500
"""Rows in which no table has begun, after which a sheet is none of deals."""
