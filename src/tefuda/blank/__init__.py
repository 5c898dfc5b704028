"""The smallest whole game, and what `tefuda new` begins with: High Card.

Everybody gets a hand. In turn each plays a card, and the highest takes the trick.
"""
