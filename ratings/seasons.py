"""Seasons: quarters of the year by a parlour's own clock. Pure."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo


class Quarter(NamedTuple):
    year: int
    quarter: int  # 1 to 4

    @property
    def before(self) -> "Quarter":
        return (
            Quarter(self.year, self.quarter - 1) if self.quarter > 1 else Quarter(self.year - 1, 4)
        )

    @property
    def after(self) -> "Quarter":
        return (
            Quarter(self.year, self.quarter + 1) if self.quarter < 4 else Quarter(self.year + 1, 1)
        )

    def begins(self, zone: str) -> datetime:
        """Midnight of its first day in that time zone."""
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=ZoneInfo(zone))

    def ends(self, zone: str) -> datetime:
        """The first moment that is not in it any more."""
        return self.after.begins(zone)


def quarter_of(moment: datetime, zone: str) -> Quarter:
    """The season that moment falls into where the parlour is."""
    there = moment.astimezone(ZoneInfo(zone))
    return Quarter(there.year, (there.month + 2) // 3)
