"""Recorded against computed: a verdict on every figure that the club wrote down, and what its record contradicts."""
