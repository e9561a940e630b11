"""`make play`: the whole house from one command, for a newcomer's computer or a small server.

`__main__` is the story from start to stop; `children` keeps processes running, `valkey` knows
our own Valkey, `address` where people find us, `prepare` brings the data up to date.
"""
