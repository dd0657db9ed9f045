"""What players did with the cards, counted by the one engine over a batch of deals. It knows no frame and no file."""
