"""Tables on a player's own device: the same Python as a server's, in a worker of the browser."""
