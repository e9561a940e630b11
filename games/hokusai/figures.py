"""What a simulation counts (appendix B)."""

from games.core.simulate import PlayedOut
from games.hokusai.model import Rolled, TurnMissed


def figures(match: PlayedOut) -> dict[str, int]:
    return {
        "rolls": sum(isinstance(event, Rolled) for event in match.told),
        "missed": sum(isinstance(event, TurnMissed) for event in match.told),
    }
