"""Who is who: names that may be one person's, and names put in the place of others in all that a record says."""
