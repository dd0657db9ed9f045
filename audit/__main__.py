"""`python -m audit` is `revesino`."""

from audit.cli.app import main

main()
