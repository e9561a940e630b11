"""`python -m kirakuken.supervisor.leash MODULE ...`: a module that ends when its parent ends.

The parent holds the other end of our standard input and never writes. When it dies, by
whatever means and on whatever system, reading comes to an end, and so do we.
"""

import os
import runpy
import sys
import threading


def main() -> None:
    threading.Thread(target=_wait_for_the_end, args=(os.dup(0),), daemon=True).start()
    # Nobody else may read from it, for two readers would hide the end from each other.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def _wait_for_the_end(parent: int) -> None:
    while os.read(parent, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
