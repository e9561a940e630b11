"""Every figure of the rules. Money is in ryō, shares are in percent.

The first part are the figures the rules leave open (appendix A): they are ours, and this is
the one place to change them. The second part is fixed by the game.
"""

from typing import Final

# --- ours to choose: appendix A ------------------------------------------------------------

# OK-9: Nihonbashi to Yotsuya. The two ends are fixed, the six between them are ours.
TOWN_PRICES: Final = (
    3_000_000,
    1_800_000,
    1_600_000,
    1_400_000,
    1_300_000,
    1_200_000,
    1_100_000,
    1_000_000,
)

# OK-33: an industry's best season, the seasons beside it, the one opposite.
PEAK: Final = 150
BESIDE: Final = 70
OPPOSITE: Final = 40

# OK-51: a stake at economy 100 is 0.5% of its industry's total, down to a round thousand.
STAKE_SHARES: Final = 200
STAKE_ROUND: Final = 1_000

# OK-16, OK-57
ECONOMY_START: Final = 100
ECONOMY_STEPS: Final = (-12, -7, -2, 3, 8, 13)
ECONOMY_PULL: Final = 10  # a tenth of the distance from 100
ECONOMY_LEAST: Final = 50
ECONOMY_MOST: Final = 200

# OK-86
NEWS_SWING: Final = 25
NEWS_FAIRS: Final = 4
NEWS_FIRES: Final = 3
NEWS_LUCKY_FINDS: Final = 3
NEWS_PICKPOCKETS: Final = 2
FAIR_FACTOR: Final = 150
FAIR_ROUNDS: Final = 1  # rounds after the one in which the card is drawn
LUCKY_FIND: Final = 300_000
PICKPOCKET: Final = 10

# OK-66: the odds of a match's numbers, from the least number on.
MATCH_ODDS: Final = (1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1)

# OK-74: great, good, middling and small luck, bad luck.
FORTUNE_ODDS: Final = (3, 5, 5, 5, 2)

# OK-84: great luck, good luck, small luck, bad luck.
SLIP_ODDS: Final = (1, 5, 8, 6)

# --- fixed by the game ---------------------------------------------------------------------

SEATS_LEAST: Final = 4  # OK-1
SEATS_MOST: Final = 6
DICE: Final = 2  # OK-21
LUCKY_CAT_DICE: Final = 3  # OK-76

LATER_SEAT: Final = 3  # OK-14: percent more for each later turn

SHOP_LEVEL: Final = 2
BIG_STORE: Final = 3
LEVEL_FACTORS: Final = (0, 40, 100, 200)  # OK-33: by level; unowned, stall, shop, big store
BUILDING_COSTS: Final = (0, 0, 60, 100)  # OK-36: percent of the town price, by the level reached
SET_STEP: Final = 10  # OK-31

FESTIVAL_FACTOR: Final = 150  # OK-38
WHOLE_TOWN_FACTOR: Final = 300

TAKINGS_PER_MILLE: Final = 35  # OK-34

ALLOWANCE: Final = 250_000  # OK-39
DUES: Final = 20

TOLL: Final = 500_000  # OK-83
BARRIER: Final = 150_000  # OK-85

SET_OF_TOWNS: Final = 4  # OK-40
OLD_TOWNS_MOST: Final = 2
FORESIGHT_ROUNDS: Final = 4  # OK-44
MASTER_TIMES: Final = 2  # OK-44 to OK-46
KEEN_EYE_DIVISOR: Final = 2  # OK-45

STAKES_AT_ONCE: Final = 10  # OK-49
SALES_TAX: Final = 20  # OK-53
TAX_OFF_PER_ROUND: Final = 4  # OK-54
WAITS: Final = range(1, 6)

OFFERING_UNIT: Final = 500_000  # OK-58
OFFERING_MOST: Final = 5_000_000
OFFERING_BACK: Final = 130  # OK-62

MATCH_NUMBERS: Final = range(12, 24)  # OK-66
MATCH_DICE: Final = 5  # OK-67
MATCH_HIGH_UP_TO: Final = 17  # OK-27, D8: the side that is likelier
CHALLENGER_LOSES: Final = 10  # OK-70
CHALLENGED_LOSES: Final = 30  # OK-71

FORTUNE_FEE: Final = 250_000  # OK-73

SHRINE: Final = 50_000  # OK-84
SLIPS: Final = (1_000_000, 300_000, 100_000, -250_000)

GIVEN_UP_FOR: Final = 50  # OK-92: percent of the value
