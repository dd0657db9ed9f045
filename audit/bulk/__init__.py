"""Logs by the million: columns of deals judged as they are read, without a step for each deal."""
