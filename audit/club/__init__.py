"""The calls behind the commands that use a club's database: what is in it, and what is done to it.

Each change is one transaction: records in, decisions on them, their sessions judged anew, and the event that says so.
Whether the records come from files or from the database, the audit is the same.
"""
