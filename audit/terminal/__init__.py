"""What a reader at the terminal is shown: the report, a deal in it, the rules."""
