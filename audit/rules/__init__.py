"""The rules, one small file each (or a tight group), named by the id that rules them; see `audit.registry`."""
