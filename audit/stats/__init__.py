"""Statistics over many deals: what players did with the cards, and what that says of them. It opens no file."""
