"""The computer player."""

from games.core.cpu import Thought
from games.core.seats import Seat
from games.hokusai.model import Action, State, View


class HokusaiCpu:
    """HS-56: rolling is all there is to do."""

    def choose(
        self, view: View, seat: Seat, legal: tuple[Action, ...], thought: Thought[State]
    ) -> Action:
        return legal[0]
