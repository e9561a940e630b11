"""What a simulation counts (appendix B)."""

from games.core.simulate import PlayedOut
from games.okuribito.events import Bankrupt, FirmBought, Offered, RoundStarted, StakesBought


def figures(match: PlayedOut) -> dict[str, int]:
    kinds = [type(event) for event in match.told]
    return {
        "rounds": kinds.count(RoundStarted),
        "bankruptcies": kinds.count(Bankrupt),
        "firms": kinds.count(FirmBought),
        "offerings": kinds.count(Offered),
        "stakes": kinds.count(StakesBought),
        "best": max(match.result.scores),
    }
