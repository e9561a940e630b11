"""From a host to its parlour, and from a person to what they are in it."""

from django.conf import settings

from kirakuken.parlours.models import Domain, Membership, Parlour


def find_parlour(name: str) -> Parlour | None:
    """The open parlour of a host name without port, asked of the database."""
    if name in first_parlour_hosts():
        return first_parlour()
    for end in (f".{settings.BASE_HOST}", ".localhost"):
        if name.endswith(end):
            slug = name.removesuffix(end)
            found = Parlour.objects.filter(slug=slug, is_active=True).first()
            if found is not None:
                return found
    domain = Domain.objects.select_related("parlour").filter(host=name).first()
    return domain.parlour if domain is not None and domain.parlour.is_active else None


def first_parlour_hosts() -> set[str]:
    return {
        "localhost",
        "127.0.0.1",
        "[::1]",
        settings.BASE_HOST,
        *(host.lower() for host in settings.FIRST_PARLOUR_HOSTS),
    }


def first_parlour() -> Parlour | None:
    """The parlour at the installation's own address."""
    return Parlour.objects.filter(is_active=True).order_by("pk").first()


def parlour_of_id(parlour_id: int) -> Parlour | None:
    """For tasks, which carry the id."""
    return Parlour.objects.filter(pk=parlour_id).first()


def role_of(user_id: int | None) -> Membership.Role | None:
    """What an account is in the parlour in scope; None: nothing."""
    if user_id is None:
        return None
    membership = Membership.objects.filter(user_id=user_id).first()
    return Membership.Role(membership.role) if membership is not None else None
