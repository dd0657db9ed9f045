"""The bulk form `.parquet`: one row a deal, cards and players as small integers."""
