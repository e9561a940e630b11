"""Matches on a square (section 10): challenge, number, higher or lower, payment."""

from games.core.seats import Seat, seat_after
from games.okuribito import constants as figures
from games.okuribito.actions import DONE, Action, Challenge, GuessHigh, GuessLow
from games.okuribito.draws import by_odds
from games.okuribito.events import Challenged, MatchPlayed
from games.okuribito.fortune import take_from
from games.okuribito.model import State
from games.okuribito.money import share
from games.okuribito.names import Item
from games.okuribito.play import Play
from games.okuribito.ruin import settle
from games.okuribito.tasks import AskGuess, AskMatch, Meet

CHALLENGE_OR_NOT = (Challenge(), DONE)
GUESSES = (GuessHigh(), GuessLow())


def whom_to_meet(play: Play) -> tuple[Seat, ...]:
    """OK-63, OK-64, OK-97: in turn order after the mover."""
    if play.options.gentle:
        return ()
    others = play.in_turn_order(seat_after(play.turn, len(play.players)))[:-1]
    return tuple(seat for seat in others if stands_here(play, seat))


def stands_here(play: Play, seat: Seat) -> bool:
    """OK-63, OK-96"""
    player = play.players[seat]
    return player.square == play.mover.square and not player.sitting_out


def meet(play: Play, task: Meet) -> None:
    """OK-64: one after another."""
    opponent, *others = task.opponents
    if others:
        play.agenda.append(Meet(tuple(others)))
    play.ask(AskMatch, play.turn, opponent)


def legal_challenges(state: State, task: AskMatch) -> tuple[Action, ...]:
    """D7"""
    return CHALLENGE_OR_NOT


def challenge(play: Play, task: AskMatch, action: Action) -> None:
    """OK-65, OK-66: the number is drawn and shown at once."""
    play.agenda.pop()
    if isinstance(action, Challenge):
        number = figures.MATCH_NUMBERS[by_odds(play.dice, "number", figures.MATCH_ODDS)]
        play.tell(Challenged(task.seat, task.opponent, number))
        play.ask(AskGuess, task.opponent, task.seat, number)


def legal_guesses(state: State, task: AskGuess) -> tuple[Action, ...]:
    """D8"""
    return GUESSES


def likelier_guess(number: int) -> Action:
    """OK-27, D8: what the clock plays; OK-68."""
    return GUESSES[number > figures.MATCH_HIGH_UP_TO]


def guess(play: Play, task: AskGuess, action: Action) -> None:
    """OK-67 to OK-72"""
    play.agenda.pop()
    challenger, challenged = task.challenger, task.seat
    dice = play.dice.roll("duel", 6, figures.MATCH_DICE)
    total = sum(dice)
    if total == task.number:
        play.tell(MatchPlayed(challenger, challenged, dice, total, None, 0, False))
        return
    guessed_right = (total > task.number) == isinstance(action, GuessHigh)
    if not guessed_right:
        amount = share(play.starting_funds(challenged), figures.CHALLENGED_LOSES)
        play.tell(MatchPlayed(challenger, challenged, dice, total, challenger, amount, False))
        settle(play, challenged, amount, challenger)
        return
    amount = share(play.starting_funds(challenger), figures.CHALLENGER_LOSES)
    doll = Item.STRAW_DOLL in play.players[challenged].holds
    if doll:
        amount *= 2
        take_from(play, challenged, Item.STRAW_DOLL)
    play.tell(MatchPlayed(challenger, challenged, dice, total, challenged, amount, doll))
    settle(play, challenger, amount, challenged)
