"""Every word that a person reads. Data comes in, text goes out; nothing here decides anything."""
