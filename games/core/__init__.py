"""What every game is made of: the engine contract, dice, events and results."""
