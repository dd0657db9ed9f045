"""Score sheets as logs: tables of deals in `.csv` and `.xlsx` files, a deal a row."""
