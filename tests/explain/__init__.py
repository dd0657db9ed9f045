"""Why a record is wrong: what is planted is found, by the simulator's own hand and by another."""
