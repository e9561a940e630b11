"""Opening parlours and saying who is what in them."""

from django.db import transaction

from kirakuken.parlours.models import Domain, Membership, Parlour
from kirakuken.parlours.scope import with_parlour

# What a new installation starts with: the house itself, and a second one to see tenants by.
FIRST_PARLOURS = (
    {"slug": "kirakuken", "name": "Kirakuken", "name_ja": "棋楽軒"},
    {"slug": "asakusa", "name": "Asakusa Games Café", "name_ja": "浅草 遊戯茶屋"},
)


@transaction.atomic
def do_open_parlour(slug: str, name: str, *, name_ja: str = "", language: str = "en") -> Parlour:
    """Raises ValidationError for an address word or a name that will not do."""
    parlour = Parlour(slug=slug, name=name, name_ja=name_ja, language=language)
    parlour.full_clean()
    parlour.save()
    return parlour


@transaction.atomic
def do_open_first_parlours() -> list[Parlour]:
    """Those opened now: none where there is a parlour already."""
    if Parlour.objects.exists():
        return []
    return [
        do_open_parlour(one["slug"], one["name"], name_ja=one["name_ja"]) for one in FIRST_PARLOURS
    ]


@transaction.atomic
def do_add_domain(parlour: Parlour, host: str) -> Domain:
    domain = Domain(parlour=parlour, host=host.lower().rstrip("."))
    domain.full_clean()
    domain.save()
    return domain


@transaction.atomic
def do_set_role(parlour: Parlour, user_id: int, role: Membership.Role) -> Membership:
    with with_parlour(parlour):
        membership, _made = Membership.objects.update_or_create(
            parlour=parlour, user_id=user_id, defaults={"role": role}
        )
    return membership
