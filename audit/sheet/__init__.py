"""The corrected score sheet of a session: what stands in it as data (`sheet`), and one writer a form."""
