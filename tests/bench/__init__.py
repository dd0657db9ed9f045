"""The benchmark: `python -m tests.bench` prints one table, each figure as a ratio in the same run."""
