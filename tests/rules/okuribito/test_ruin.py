"""Debts, forced sales, bankruptcy, starting again."""

from games.okuribito import actions as a
from games.okuribito.events import Bankrupt, FirmGivenUp, Paid, StakesForced
from games.okuribito.names import Industry, Item, Rank
from tests.rules.okuribito.positions import A, B, InOrder, answer, begin, events, position
from tests.rules.okuribito.subject import invariant


def owing(cash: int, fee_level: int = 3, **mine):
    """Seat 0 lands on seat 1's firm on square 12; for a big store, with cloth at 70% in
    spring: 1,800,000 x 200% x 70% = 2,520,000."""
    firms = {"12": [1, fee_level], **mine.pop("firms", {})}
    state = position(firms=firms, seats={"0": {"square": 9, "cash": cash, **mine}})
    step = answer(state, a.Roll(), ["die", 1], ["die", 2])
    invariant(step.state)
    return step


def kinds(step) -> list[type]:
    return [type(event) for event in events(step)]


def test_OK_89_cash_comes_first_and_nothing_is_sold_without_need() -> None:
    step = owing(2_520_000, stakes={"cloth": 5}, booked=[["grain", 5, 4, 4]])
    assert step.state.players[0].cash == 0
    assert step.state.players[0].stakes[0] == 5 and StakesForced not in kinds(step)


def test_OK_90_then_unbooked_stakes_before_booked_ones_before_firms() -> None:
    step = owing(
        0,
        stakes={"tools": 1},
        booked=[["cloth", 10, 4, 4], ["grain", 30, 5, 0]],
        firms={"66": [0, 1]},
    )
    forced = [event for event in events(step) if isinstance(event, StakesForced)]
    assert [(each.industry, each.booked) for each in forced] == [
        (Industry.TOOLS, False),
        (Industry.GRAIN, True),
        (Industry.CLOTH, True),
    ]
    assert FirmGivenUp not in kinds(step)
    # 2,520,000 - 71,200 - 30 x 77,600 = 120,800 are missing: two of the older booking.
    (left,) = step.state.players[0].booked
    assert (left.industry, left.qty, left.due, left.rate) == (Industry.CLOTH, 8, 4, 4)


def test_OK_90_what_one_stake_too_dear_leaves_over_buys_no_others_back() -> None:
    """A stake of cloth at 194,000 is far more than is owed, one of grain 48,000."""
    mine = {"square": 69, "cash": 149_000, "stakes": {"cloth": 2, "grain": 2}}
    state = position(economy={"cloth": 200, "grain": 50}, seats={"0": mine})
    step = answer(state, a.Roll(), ["die", 1], ["die", 1])
    me = step.state.players[0]
    assert me.stakes == (1, 2, 0, 0) and me.cash == 149_000 + 155_200 - 150_000


def test_OK_92_a_set_shrinks_with_every_firm_given_up() -> None:
    step = owing(0, firms={"48": [0, 1], "55": [0, 1], "60": [0, 1]})
    given = [event for event in events(step) if isinstance(event, FirmGivenUp)]
    assert [(each.square, each.got) for each in given] == [
        (55, 1_100_000 * 120 // 100 // 2),
        (60, 1_100_000 * 110 // 100 // 2),
        (48, 1_200_000 // 2),
    ]


def test_OK_93_and_OK_94_what_is_kept_and_what_is_lost() -> None:
    step = owing(
        1_000_000,
        stakes={"cloth": 1},
        firms={"66": [0, 2]},
        offerings={"ueno": 5_000_000},
        collecting=["kanda"],
        last_set=["ueno", "asakusa", "honjo", "fukagawa"],
        rank="head_clerk",
        keen_eye=2,
        foresees_until=5,
        holds=["charm"],
    )
    me = step.state.players[0]
    # Cloth is worth 97,000: seat 1 has one firm of it and so has this seat.
    paid = 1_000_000 + 77_600 + 500_000
    assert Paid(A, 2_520_000, paid, B) in events(step)
    assert events(step)[-4] == Bankrupt(A)
    assert (me.cash, me.stakes, me.booked, me.collecting, me.last_set) == (0, (0,) * 4, (), (), ())
    assert (me.rank, me.keen_eye, me.foresees_until) == (Rank.HEAD_CLERK, 2, 5)
    assert me.holds == (Item.CHARM,) and me.square == 12 and me.sitting_out
    assert not any(me.offerings) and A not in step.state.owners
    assert step.state.players[1].cash == 10_300_000 + paid


def test_OK_95_the_next_own_turn_is_missed_and_then_the_funds_are_there() -> None:
    state = position(at="turn_start", turn=2, seats={"2": {"cash": 0, "sitting_out": True}})
    step = begin(state, InOrder([]))
    assert step.state.players[2].cash == 10_600_000 and not step.state.players[2].sitting_out
    assert step.state.turn == 3
    invariant(step.state)


def test_OK_96_while_sitting_out_a_seat_earns_nothing() -> None:
    state = position(at="round_start", round=4, seats={"2": {"cash": 0, "sitting_out": True}})
    step = begin(state, InOrder([["economy", 3]] * 4))
    assert step.state.players[2].cash == 0 and step.state.players[2].sitting_out
