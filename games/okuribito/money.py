"""Whole ryō, and the one way of rounding: percentages are multiplied first, divided once,
and the fraction is dropped."""


def share(amount: int, *percents: int) -> int:
    """So many percent of so many percent … of an amount."""
    whole = 1
    for percent in percents:
        amount *= percent
        whole *= 100
    return amount // whole


def per_mille(amount: int, mille: int) -> int:
    return amount * mille // 1000
