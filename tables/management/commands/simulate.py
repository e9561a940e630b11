"""Matches among computer players, counted: what the figures of a rules page rest on."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.codec import Malformed, from_plain, plain
from games.core.cpu import USUAL, Level
from games.core.simulate import NeverEnds, Tally, simulate
from games.registry import GAMES, Game, game_for
from kirakuken.lib.intervals import interval

SECONDS_A_DECISION = 6  # of a person
INCOME = "from_"  # how the names of figures begin that say where money comes from


class Command(BaseCommand):
    help = "Play matches among computer players and count what happens. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=[game.key for game in GAMES])
        parser.add_argument("--seats", type=int, help="default: as many as a person alone gets")
        parser.add_argument("--games", type=int, default=200)
        parser.add_argument("--level", choices=list(Level), default=USUAL, help="of all players")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same matches")
        parser.add_argument("--nodes", type=int, default=50, help="how far a CPU may think")
        parser.add_argument(
            "--options",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help="house rules that differ from the default",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(
        self,
        *args: Any,
        game: str,
        seats: int | None,
        games: int,
        level: str,
        seed: int,
        nodes: int,
        options: list[str],
        json: bool,
        **rest: Any,
    ) -> None:
        offered = game_for(game)
        seats = offered.seats_alone if seats is None else seats
        if seats not in offered.seat_counts or games < 1:
            raise CommandError(f"{game} is played by {spoken(offered.seat_counts)}")
        if level not in offered.levels:
            raise CommandError(f"{game} is played {' or '.join(offered.levels)}")
        rules = house_rules(offered, options)
        try:
            tally = simulate(
                offered.engine,
                offered.cpu_of(level),
                seats=seats,
                options=rules,
                games=games,
                seed=seed,
                figures=offered.figures,
                nodes=nodes,
            )
        except NeverEnds as stuck:
            raise CommandError(str(stuck)) from stuck
        given = {"game": game, "options": plain(rules), "level": level, "seed": seed}
        report = given | in_numbers(tally)
        self.stdout.write(as_json(report) if json else in_words(report))


def house_rules(game: Game, given: list[str]) -> Any:
    """The defaults, changed by `key=value`; a value is JSON or else a bare word."""
    written = plain(game.options_type())
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or name not in written:
            raise CommandError(f"{pair}: house rules are {', '.join(written)}")
        written[name] = json_or_word(value)
    try:
        return from_plain(game.options_type, written)
    except Malformed as error:
        raise CommandError(str(error)) from error


def json_or_word(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def in_numbers(tally: Tally) -> dict[str, Any]:
    """A tally with its shares and means. A share is a percentage of the matches."""

    def share(count: int) -> float:
        return round(100 * count / tally.games, 1)

    figures = {}
    for name, numbers in tally.figures.items():
        mean = sum(numbers) / tally.games
        figures[name] = {
            "mean": round(mean, 2),
            "mean_per_seat": round(mean / tally.seats, 2),
            "median": sorted(numbers)[tally.games // 2],
            "middle_90": list(tally.middle(name)),
            "most": max(numbers),
        }
    moves = tally.moves / tally.games
    income = {name: sum(all_) for name, all_ in tally.figures.items() if name.startswith(INCOME)}
    return {
        "seats": tally.seats,
        "games": tally.games,
        "moves_mean": round(moves, 1),
        "decisions_per_player": round(moves / tally.seats, 1),
        "minutes": round(moves * SECONDS_A_DECISION / 60, 1),
        "figures": figures,
        "income": {
            name.removeprefix(INCOME): round(100 * part / sum(income.values()), 1)
            for name, part in income.items()
            if part
        },
        "first_by_seat": [share(count) for count in tally.first],
        "first_by_seat_95": [
            [round(bound, 1) for bound in (low, high)]
            for low, _, high in (interval(count, tally.games) for count in tally.first)
        ],
        "first_shared": share(tally.shared_first),
        "some_place_shared": share(tally.some_place_shared),
        "reasons": {reason: share(count) for reason, count in sorted(tally.reasons.items())},
    }


def in_words(report: dict[str, Any]) -> str:
    options = ", ".join(f"{name} {value}" for name, value in report["options"].items())
    firsts = zip(report["first_by_seat"], report["first_by_seat_95"], strict=True)
    lines = [
        f"{report['game']}, {report['seats']} seats, {report['games']} matches; {options}",
        f"all players {report['level']}, seed {report['seed']}",
        "",
        f"{'in a match':<22}{'mean':>14}{'a seat':>14}{'median':>14}  middle 90 %",
        f"{'decisions':<22}{report['moves_mean']:>14,}{report['decisions_per_player']:>14,}",
        *(_line(name, figure) for name, figure in report["figures"].items()),
        "",
        f"minutes at {SECONDS_A_DECISION} s a decision  {report['minutes']}",
        *(f"ended by {reason}, %      {part}" for reason, part in report["reasons"].items()),
        f"first shared, %          {report['first_shared']}",
        f"some place shared, %     {report['some_place_shared']}",
        "first by seat, % (95 %)  "
        + "  ".join(f"{share} ({low}-{high})" for share, (low, high) in firsts),
    ]
    if report["income"]:
        parts = ", ".join(f"{name} {part}" for name, part in report["income"].items())
        lines.append(f"money comes from, %      {parts}")
    return "\n".join(lines)


def _line(name: str, figure: dict[str, Any]) -> str:
    whole = figure["mean"] >= 1_000
    numbers = [
        round(figure[each]) if whole else figure[each]
        for each in ("mean", "mean_per_seat", "median")
    ]
    low, high = figure["middle_90"]
    return f"{name:<22}" + "".join(f"{each:>14,}" for each in numbers) + f"  {low:,} to {high:,}"


def as_json(report: dict[str, Any]) -> str:
    return json.dumps(report, indent=1)


def spoken(counts: range) -> str:
    return f"{counts[0]} to {counts[-1]} seats, at least one match"
