"""What others may ask about people: who has an account, an address, and what they show."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from kirakuken.accounts.models import Export, Player, User


def account_of(player: Player) -> User | None:
    """None: a guest, or a former player."""
    return player.user


def is_member(player: Player) -> bool:
    """Whether the player has an account; asks nothing of the database."""
    return player.user_id is not None


def has_verified_address(player: Player) -> bool:
    """What ranked play needs, and nothing more."""
    return player.user_id is not None and address_of_account(player.user_id) != ""


def members_with_verified_address(players: Iterable[Player]) -> set[int]:
    """The same for many players at once: the ids of those who have one."""
    accounts = {player.user_id: player.pk for player in players if player.user_id is not None}
    verified = EmailAddress.objects.filter(user__in=accounts, verified=True)
    return {accounts[user] for user in verified.values_list("user_id", flat=True)}


def is_leaving(player: Player) -> bool:
    """Whether the deletion of the account was asked for and is not yet done."""
    user = account_of(player)
    return user is not None and user.leaving_at is not None


def shows_profile(player: Player, viewer: Player | None) -> bool:
    """Whether `viewer` may see the player's page of record and matches."""
    if viewer is not None and viewer.pk == player.pk:
        return True
    return player.erased_at is None and player.is_profile_open


def address_of_account(user_id: int) -> str:
    """The verified e-mail address of an account, or ""."""
    row = EmailAddress.objects.filter(user_id=user_id, verified=True).first()
    return row.email if row is not None else ""


def unverified_address_of(user_id: int) -> str:
    """The one that waits for its link to be followed, or ""."""
    row = EmailAddress.objects.filter(user_id=user_id, verified=False).order_by("pk").last()
    return row.email if row is not None else ""


def has_verified(user_id: int, address: str) -> bool:
    rows = EmailAddress.objects.filter(user_id=user_id, verified=True, email=address.lower())
    return bool(rows.exists())


def player_of(user: User) -> Player | None:
    """Who the account is in the parlour in scope; None: it has not been here."""
    return Player.objects.filter(user=user).first()


def second_steps_of(user: User) -> dict[str, list[Authenticator]]:
    """The account's passkeys, code app and recovery codes, by kind, the oldest first."""
    found: dict[str, list[Authenticator]] = {}
    for one in Authenticator.objects.filter(user=user).order_by("pk"):
        found.setdefault(one.type, []).append(one)
    return found


def sessions_of(user: User) -> list[UserSession]:
    """Where the account is signed in, the latest first. Forgets those that have ended."""
    live = UserSession.objects.purge_and_list(user)
    return sorted(live, key=lambda one: one.created_at, reverse=True)


def export_of(user: User) -> Export | None:
    """What was packed or is being packed; without the file itself."""
    return Export.objects.filter(user=user).defer("file").first()


def player_of_page(public_id: str) -> Player | None:
    """The member of this parlour whose page has this address; guests have none."""
    return Player.objects.filter(public_id=public_id[:22], user__isnull=False).first()
