"""A club's database. Only this package knows DuckDB; nothing here knows a rule."""
