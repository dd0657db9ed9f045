"""The command `revesino`. A command reads its arguments, makes one call, prints, and says how it went."""
