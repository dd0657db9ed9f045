"""`python -m audit` is `revesino`."""

from audit.cli.main import main

main()
