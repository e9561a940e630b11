"""The business of the square landed on (OK-25)."""

from games.okuribito import constants as figures
from games.okuribito.board import KINDS
from games.okuribito.firms import offer_any_building, visit_firm
from games.okuribito.fortune import read_news, visit_fortune_teller, visit_shrine
from games.okuribito.investing import open_investing
from games.okuribito.names import Kind
from games.okuribito.play import Play
from games.okuribito.ruin import settle
from games.okuribito.tasks import Business


def do_business(play: Play, task: Business) -> None:
    match KINDS[play.mover.square]:
        case Kind.FIRM:
            visit_firm(play)
        case Kind.MONEY_CHANGER:
            offer_any_building(play)
        case Kind.EXCHANGE | Kind.EXPERIENCE | Kind.GATE:
            open_investing(play, 0)
        case Kind.FORTUNE_TELLER:
            visit_fortune_teller(play, 0)
        case Kind.SHRINE:
            visit_shrine(play)
        case Kind.BARRIER:  # OK-85
            settle(play, play.turn, figures.BARRIER, None)
        case Kind.NEWS:
            read_news(play)
