"""The games there are, in the order of the signboards, and what each of them offers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.cpu import USUAL, AnyCpu, Level
from games.core.engine import AnyEngine
from games.core.simulate import Figures
from games.hokusai.cpu import HokusaiCpu
from games.hokusai.engine import HokusaiEngine
from games.hokusai.figures import figures as hokusai_figures
from games.oichokabu.cpu import GentleCpu as GentleOichoKabuCpu
from games.oichokabu.cpu import OichoKabuCpu
from games.oichokabu.engine import OichoKabuEngine
from games.oichokabu.figures import figures as oicho_kabu_figures
from games.okuribito.cpu_gentle import GentleCpu
from games.okuribito.cpu_sound import SoundCpu
from games.okuribito.cpu_strong import StrongCpu
from games.okuribito.engine import OkuribitoEngine
from games.okuribito.figures import figures as okuribito_figures


@dataclass(frozen=True, slots=True)
class Game:
    """One game on offer.

    `minutes` is about how long a match takes. Somebody who plays alone gets a table of
    `seats_alone` seats. `figures` are what a simulation counts. `cpu` is the computer player
    of the usual level, `others` are those of the other levels that the game has.
    """

    engine: AnyEngine
    cpu: AnyCpu
    minutes: int
    seats_alone: int
    figures: Figures
    others: Mapping[Level, AnyCpu] = field(default_factory=dict)

    @property
    def levels(self) -> tuple[Level, ...]:
        """From the friendliest on; a single one leaves nothing to choose."""
        return tuple(level for level in Level if level is USUAL or level in self.others)

    def cpu_of(self, level: str) -> AnyCpu:
        """The computer player of a level; the usual one if the game does not have it."""
        return self.others.get(Level(level), self.cpu) if level in self.levels else self.cpu

    @property
    def key(self) -> str:
        """How addresses and stored rows name the game."""
        return self.engine.key

    @property
    def seat_counts(self) -> range:
        return self.engine.seat_counts

    @property
    def options_type(self) -> Any:
        """The house rules; calling it without arguments gives the defaults."""
        return self.engine.options_type


HOKUSAI: Final = Game(
    engine=HokusaiEngine(),
    cpu=HokusaiCpu(),
    minutes=15,
    seats_alone=4,  # HS-2
    figures=hokusai_figures,
)

OICHO_KABU: Final = Game(
    engine=OichoKabuEngine(),
    cpu=OichoKabuCpu(),
    minutes=10,
    seats_alone=2,  # OC-2
    figures=oicho_kabu_figures,
    others={Level.GENTLE: GentleOichoKabuCpu()},
)

OKURIBITO: Final = Game(
    engine=OkuribitoEngine(),
    cpu=SoundCpu(),
    minutes=90,
    seats_alone=4,  # OK-1
    figures=okuribito_figures,
    others={Level.GENTLE: GentleCpu(), Level.STRONG: StrongCpu()},
)

GAMES: Final = (HOKUSAI, OICHO_KABU, OKURIBITO)

_BY_KEY: Final = {game.key: game for game in GAMES}


class UnknownGame(LookupError):
    """No game has this key."""


def game_for(key: str) -> Game:
    try:
        return _BY_KEY[key]
    except KeyError:
        raise UnknownGame(key) from None
