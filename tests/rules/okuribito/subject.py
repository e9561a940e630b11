"""What the laws need to know about Okuribito."""

from games.okuribito.board import FIRM_SQUARES, GATE, RING
from games.okuribito.model import State


def invariant(state: State) -> None:
    """Money only moves, and nothing is where it cannot be."""
    in_seats = sum(each.cash + sum(each.offerings) for each in state.players)
    assert state.bank + in_seats == 0
    assert all(each.cash >= 0 for each in state.players)
    for square in range(RING):
        is_firm = square in FIRM_SQUARES
        owned = state.owners[square] is not None
        assert is_firm == (state.industries[square] is not None)
        assert is_firm or not owned
        assert 1 <= state.levels[square] <= 3 if owned else state.levels[square] == 0
    for each in state.players:
        assert (each.square == GATE) == (each.gate_from is not None)
        assert len(each.collecting) < 4 and len(each.last_set) in (0, 4)
        assert min(each.stakes) >= 0
        assert all(booking.qty > 0 for booking in each.booked)
