"""The staff room shows an owner their own parlour, and nobody anything secret."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import translation

from kirakuken.accounts.models import (
    Export,
    Letter,
    Player,
    PlayerKey,
    SeatMove,
    TakenName,
    User,
)
from kirakuken.accounts.names import name_key
from kirakuken.lib import clock
from kirakuken.parlours.models import Domain, Membership, Parlour
from kirakuken.parlours.scope import with_parlour
from ratings.models import (
    Correction,
    Device,
    Ladder,
    RatedGame,
    RatedSeat,
    RatingEvent,
    Ruling,
    Season,
    SeasonStanding,
    Standing,
)
from tables.models import (
    ClockBeat,
    CommitmentLog,
    Handover,
    Hush,
    Key,
    Match,
    MatchSeat,
    Move,
    Nonce,
    Phrase,
    Removal,
    Seat,
    Table,
    Waiting,
)
from tests.cast import PASSWORD, ClientOf, make_key, make_player, make_user
from tests.tables.doors import open_table

AdminOf = Callable[[User, Parlour], Client]

SECRET = "TOPSECRET"
# Not to be seen in the staff room at all.
HIDDEN = {PlayerKey, SeatMove, TakenName, Letter, Export, Hush, Key, Nonce, Device}
SHOWN = [
    model
    for model in apps.get_models()
    if model._meta.app_label in {"parlours", "accounts", "ratings", "tables"}
    and model not in HIDDEN
]
GLOBAL = {ClockBeat}
SCOPED = [model for model in SHOWN if model not in GLOBAL]


@pytest.fixture
def rows(parlour: Parlour, other_parlour: Parlour, omi: User, gen: User) -> dict[str, Any]:
    """For both parlours one row of every model, with a secret in every field that holds one."""
    return {one.slug: furnish(one) for one in (parlour, other_parlour)}


def furnish(parlour: Parlour) -> dict[type[Model], Model]:
    slug = parlour.slug
    with with_parlour(parlour):
        player = make_player(parlour, f"Player {slug}")
        make_key(player)
        table = Table.objects.create(
            parlour=parlour,
            public_id=f"table-{slug}",
            code=SECRET[:8],
            game="hokusai",
            host=player,
            next_match_id=f"next-{slug}",
        )
        match = Match.objects.create(
            parlour=parlour,
            table=table,
            public_id=f"match-{slug}",
            number=1,
            game="hokusai",
            rules_version=1,
            options={},
            first=0,
            state=SECRET,
            opening=SECRET,
            decisions=[SECRET],
            status=Match.Status.PLAYING,
        )
        made: list[Model] = [
            parlour,
            player,
            table,
            match,
            Domain.objects.create(parlour=parlour, host=f"{slug}.example.net"),
            Membership.objects.get(),
            Membership.objects.get().user,
            Seat.objects.create(table=table, number=0, player=player, mark="hat"),
            Removal.objects.create(table=table, player=player),
            Waiting.objects.create(
                parlour=parlour,
                player=player,
                game="hokusai",
                size=2,
                since=clock.now(),
                heard_at=clock.now(),
            ),
            Phrase.objects.create(
                table=table, seat=0, player=player, number=1, said_at=clock.now()
            ),
            MatchSeat.objects.create(match=match, number=0, player=player, name=slug, mark="hat"),
            Handover.objects.create(match=match, seat=0, after=1, player=player, name=slug),
            Move.objects.create(
                match=match,
                number=1,
                seat=0,
                by="human",
                decision=0,
                action=SECRET,
                told=SECRET,
                drawn=[SECRET],
                one_time_id=SECRET,
            ),
            CommitmentLog.objects.create(
                parlour=parlour,
                number=1,
                match_hash="h",
                commitment="c",
                logged_at=clock.now(),
                link=f"link-{slug}",
            ),
            *ladder_rows(parlour, player),
        ]
        Key.objects.create(match=match, sealed=SECRET, commitment=SECRET, transcript=SECRET)
        Nonce.objects.create(match=match, seat=0, commitment=SECRET, revealed=SECRET)
    return {type(row): row for row in made}


def ladder_rows(parlour: Parlour, player: Player) -> list[Model]:
    """A row of everything that ratings keep."""
    ladder = Ladder.objects.create(parlour=parlour, game="hokusai")
    game = RatedGame.objects.create(
        ladder=ladder, number=1, match=f"rated-{parlour.slug}", ended_at=clock.now(), beta=705
    )
    season = Season.objects.create(ladder=ladder, year=2026, quarter=3)
    rating = {"mu": 1500, "sigma": 200, "games": 1, "wins": 1, "player": player}
    return [
        ladder,
        game,
        season,
        RatedSeat.objects.create(game=game, number=0, player=player, rank=1),
        RatingEvent.objects.create(
            game=game,
            player=player,
            revision=0,
            mu_before=1500,
            sigma_before=200,
            mu_after=1500,
            sigma_after=200,
        ),
        Standing.objects.create(
            ladder=ladder,
            sure=1300,
            opponents=1,
            is_provisional=True,
            last_at=clock.now(),
            **rating,
        ),
        SeasonStanding.objects.create(season=season, place=1, **rating),
        Ruling.objects.create(game=game, state="voided", reason="because"),
        Correction.objects.create(
            ladder=ladder, player=player, state="voided", before=1500, made_at=clock.now()
        ),
    ]


def pages_of(row: Model) -> Iterator[str]:
    label, name = row._meta.app_label, row._meta.model_name
    for page in ("change", "history", "delete"):
        yield reverse(f"admin:{label}_{name}_{page}", args=[row.pk])


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def test_every_model_is_here_but_for_the_secret_ones() -> None:
    assert set(admin.site._registry) == set(SHOWN)


# --- who may come in -----------------------------------------------------------------------


def test_only_owners_and_superusers_may_come_in(
    parlour: Parlour, omi: User, emi: User, admin_of: AdminOf, aki: Player, client_of: ClientOf
) -> None:
    assert admin_of(omi, parlour).get("/admin/").status_code == 200
    member = make_user(parlour, "mem", Membership.Role.MEMBER)
    site = User.objects.create_superuser("site", password=PASSWORD)
    assert admin_of(site, parlour).get("/admin/").status_code == 200
    for user in (emi, member):
        browser = client_of(None)
        browser.force_login(user)
        assert browser.get("/admin/").status_code == 302
    assert client_of(aki).get("/admin/").status_code == 302


def test_an_owner_has_no_key_to_another_parlour(
    parlour: Parlour, other_parlour: Parlour, omi: User, client_of: ClientOf, rows: object
) -> None:
    browser = client_of(None, at=other_parlour)
    browser.post("/you/sign-in/", {"login": omi.username, "password": PASSWORD})
    for path in ("/admin/", *map(list_of, SHOWN)):
        answer = browser.get(path)
        assert answer.status_code == 302 and "/admin/login/" in answer.headers["Location"]
        assert browser.post(path, {"action": "delete_selected"}).status_code == 302


def test_a_closed_account_is_out_at_once(parlour: Parlour, omi: User, admin_of: AdminOf) -> None:
    browser = admin_of(omi, parlour)
    User.objects.update(is_active=False)
    assert browser.get("/admin/").status_code == 302


def test_a_lost_role_is_out_at_once(parlour: Parlour, omi: User, admin_of: AdminOf) -> None:
    browser = admin_of(omi, parlour)
    with with_parlour(parlour):
        Membership.objects.update(role=Membership.Role.MEMBER)
    assert browser.get("/admin/").status_code == 302


def test_the_staff_room_has_no_door_of_its_own(omi: User, client_of: ClientOf) -> None:
    """So that limits and second steps of the one sign-in hold for it, too."""
    browser = client_of(None)
    for path in ("/admin/login/", "/admin/login/?next=/admin/tables/"):
        for method in (browser.get, browser.post):
            answer = method(path)
            assert answer.status_code == 302
            assert answer.headers["Location"].startswith("/you/sign-in/?next=/admin/")
    away = browser.get("/admin/login/?next=//evil.example/")
    assert away.headers["Location"] == "/you/sign-in/?next=/admin/"


def test_who_is_signed_in_but_has_no_role_is_refused(
    parlour: Parlour, emi: User, client_of: ClientOf
) -> None:
    browser = client_of(None)
    browser.post("/you/sign-in/", {"login": "emi", "password": PASSWORD})
    assert browser.get("/admin/", follow=True).status_code == 403


# --- what is shown -------------------------------------------------------------------------


@pytest.mark.parametrize("is_superuser", [False, True])
def test_nothing_secret_is_on_any_page(
    is_superuser: bool, parlour: Parlour, omi: User, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    User.objects.filter(pk=omi.pk).update(is_superuser=is_superuser)
    browser = admin_of(omi, parlour)
    with with_parlour(parlour):
        hashes = [key.key_hash for key in PlayerKey.objects.all()]
    for row in rows["kirakuken"].values():
        for path in (list_of(type(row)), *pages_of(row)):
            said = browser.get(path, follow=True).content.decode()
            assert SECRET not in said and SECRET[:8] not in said, path
            assert not any(one in said for one in hashes)
            if not is_superuser:
                assert omi.password not in said and "md5" not in said


@pytest.mark.parametrize("model", SCOPED, ids=lambda model: model.__name__)
def test_an_owner_sees_the_rows_of_their_parlour_only(
    model: type[Model], parlour: Parlour, omi: User, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    browser = admin_of(omi, parlour)
    answer = browser.get(list_of(model))
    assert answer.status_code == 200
    assert others(answer, omi) == [rows["kirakuken"][model]]
    said = answer.content.decode().lower()
    for word in ("asakusa", "浅草", "gen<", "table-asakusa"):
        assert word not in said
    page = browser.get(next(pages_of(rows["kirakuken"][model])))
    assert page.status_code == 200
    assert "asakusa" not in page.content.decode().lower()


def others(answer: Any, user: User) -> list[Model]:
    """What a list shows but for the reader's own player, whom signing in has made."""
    seen = list(answer.context["cl"].queryset)
    return [row for row in seen if not (isinstance(row, Player) and row.user_id == user.pk)]


def test_a_superuser_sees_the_parlour_they_are_at(
    parlour: Parlour, other_parlour: Parlour, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    site = User.objects.create_superuser("site", password=PASSWORD)
    for at in (parlour, other_parlour):
        browser = admin_of(site, at)
        for model in SCOPED:
            if model is not User:
                assert others(browser.get(list_of(model)), site) == [rows[at.slug][model]]
    assert browser.get(list_of(ClockBeat)).status_code == 200


@pytest.mark.parametrize("model", SCOPED, ids=lambda model: model.__name__)
def test_rows_of_another_parlour_are_as_if_not_there(
    model: type[Model], parlour: Parlour, omi: User, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    browser = admin_of(omi, parlour)
    foreign = rows["asakusa"][model]
    missing = type(foreign)(pk=987654)
    for there, nowhere in zip(pages_of(foreign), pages_of(missing), strict=True):
        for method in (browser.get, browser.post):
            one, other = method(there), method(nowhere)
            assert one.status_code == other.status_code
            assert one.status_code in {302, 403, 404}, there
            assert one.headers.get("Location") == other.headers.get("Location")
    type(foreign)._base_manager.get(pk=foreign.pk)


def test_the_list_of_choices_knows_nobody_else(
    parlour: Parlour, omi: User, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    """The autocomplete answers for the whole site, whichever page asks."""
    browser = admin_of(omi, parlour)
    asked = {"app_label": "parlours", "model_name": "membership", "field_name": "user", "term": ""}
    answer = browser.get("/admin/autocomplete/", asked)
    assert [one["text"] for one in answer.json()["results"]] == ["omi"]
    answer = browser.get("/admin/autocomplete/", {**asked, "term": "gen"})
    assert answer.json()["results"] == []
    for model_name, field_name in (("table", "host"), ("seat", "player"), ("match", "table")):
        asked = {"app_label": "tables", "model_name": model_name, "field_name": field_name}
        answer = browser.get("/admin/autocomplete/", {**asked, "term": "asakusa"})
        assert answer.status_code in {403, 404} or answer.json()["results"] == []


def test_pop_ups_filters_and_searches_know_nobody_else(
    parlour: Parlour, other_parlour: Parlour, omi: User, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    browser = admin_of(omi, parlour)
    foreign = rows["asakusa"]
    for path in (
        "/admin/accounts/player/?_popup=1&_to_field=id",
        "/admin/accounts/player/?q=asakusa",
        f"/admin/tables/table/?host__id__exact={foreign[Player].pk}",
        f"/admin/tables/table/?parlour__id__exact={other_parlour.pk}",
        f"/admin/tables/move/?match__parlour={other_parlour.pk}",
        "/admin/tables/match/?state__contains=TOP",
        "/admin/tables/move/?action__startswith=T",
        "/admin/tables/table/?code__startswith=T",
        "/admin/accounts/player/?keys__key_hash__startswith=a",
        "/admin/accounts/user/?password__startswith=a",
        "/admin/tables/match/?key__sealed__startswith=T",
        "/admin/accounts/user/?email__startswith=a",
        "/admin/tables/match/?e=1",
    ):
        answer = browser.get(path)
        assert answer.status_code in {200, 302, 400}, path
        said = answer.content.decode()
        assert "table-asakusa" not in said and "Player asakusa" not in said, path
        if "startswith" in path or "contains" in path:
            assert answer.status_code in {302, 400}, path


@pytest.mark.parametrize(
    "filters",
    ["table/?game=hokusai", "table/?is_listed__exact=0", "match/?status__exact=playing"],
)
def test_the_filters_a_list_offers_work(
    filters: str, parlour: Parlour, omi: User, admin_of: AdminOf, rows: Any
) -> None:
    answer = admin_of(omi, parlour).get(f"/admin/tables/{filters}")
    assert answer.status_code == 200
    assert answer.context["cl"].result_count == 1


def test_an_action_on_rows_of_another_parlour_does_nothing(
    parlour: Parlour, other_parlour: Parlour, omi: User, gen: User, admin_of: AdminOf, rows: Any
) -> None:
    browser = admin_of(omi, parlour)
    for model in SCOPED:
        foreign = rows["asakusa"][model]
        browser.post(
            list_of(model),
            {"action": "delete_selected", "_selected_action": [foreign.pk], "post": "yes"},
        )
        assert model._base_manager.filter(pk=foreign.pk).exists()


def test_no_page_shows_any_object_by_its_number(
    parlour: Parlour, omi: User, admin_of: AdminOf, rows: Any
) -> None:
    kind = ContentType.objects.get_for_model(Table)
    answer = admin_of(omi, parlour).get(f"/admin/r/{kind.pk}/{rows['asakusa'][Table].pk}/")
    assert answer.status_code == 404
    assert "objects don" not in answer.content.decode()


# --- what may be changed -------------------------------------------------------------------


@pytest.mark.parametrize(
    "model", [Table, Seat, Removal, Match, MatchSeat, Move, CommitmentLog], ids=lambda m: m.__name__
)
def test_what_was_played_cannot_be_changed(
    model: type[Model], parlour: Parlour, admin_of: AdminOf, rows: dict[str, Any]
) -> None:
    browser = admin_of(User.objects.create_superuser("site", password=PASSWORD), parlour)
    row = rows["kirakuken"][model]
    before = model._base_manager.filter(pk=row.pk).values().get()
    change, _history, delete = pages_of(row)
    add = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
    assert browser.post(change, {"number": 7, "status": "void"}).status_code == 403
    assert browser.post(delete, {"post": "yes"}).status_code == 403
    assert browser.get(add).status_code == browser.post(add).status_code == 403
    assert model._base_manager.filter(pk=row.pk).values().get() == before


def test_an_owner_changes_names_of_the_parlour_but_not_its_address(
    parlour: Parlour, omi: User, admin_of: AdminOf
) -> None:
    posted = {
        "slug": "taken",
        "name": "Kirakuken Two",
        "name_ja": "棋楽軒弐",
        "language": "ja",
        "house_rules": "{}",
        "time_zone": "Asia/Tokyo",
        "ranked_turn_limit": "45",
        "is_active": "",
        "id": "99",
    }
    answer = admin_of(omi, parlour).post(f"/admin/parlours/parlour/{parlour.pk}/change/", posted)
    assert answer.status_code == 302
    parlour.refresh_from_db()
    assert (parlour.slug, parlour.name, parlour.is_active) == ("kirakuken", "Kirakuken Two", True)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ('{"hokusai": {"rank_everyone": true}}', {"hokusai": {"rank_everyone": True}}),
        ("", {}),
        ("null", {}),
        ("[]", None),
        ("7", None),
        ('{"hokusai": 7}', None),
    ],
)
def test_house_rules_are_an_object_for_each_game(
    typed: str, kept: dict[str, Any] | None, parlour: Parlour, omi: User, admin_of: AdminOf
) -> None:
    posted = {"name": "Kirakuken", "language": "ja", "house_rules": typed}
    posted |= {"time_zone": "UTC", "ranked_turn_limit": "60"}
    answer = admin_of(omi, parlour).post(f"/admin/parlours/parlour/{parlour.pk}/change/", posted)
    assert answer.status_code == (200 if kept is None else 302)
    parlour.refresh_from_db()
    assert parlour.house_rules == (kept or {})


def test_an_owner_opens_no_parlour_and_claims_no_host(
    parlour: Parlour, omi: User, admin_of: AdminOf, rows: Any
) -> None:
    browser = admin_of(omi, parlour)
    for path in ("/admin/parlours/parlour/add/", "/admin/parlours/domain/add/"):
        assert browser.post(path, {"slug": "x", "name": "x", "host": "x.org"}).status_code == 403
    change, _history, delete = pages_of(rows["kirakuken"][Domain])
    assert browser.post(change, {"host": "asakusa.localhost"}).status_code == 403
    assert browser.post(delete, {"post": "yes"}).status_code == 403


def test_an_owner_gives_roles_in_their_own_parlour(
    parlour: Parlour, other_parlour: Parlour, omi: User, emi: User, gen: User, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, parlour)
    with with_parlour(parlour):
        membership = Membership.objects.get(user=emi)
    posted = {"role": "owner", "user": gen.pk, "parlour": other_parlour.pk}
    browser.post(f"/admin/parlours/membership/{membership.pk}/change/", posted)
    with with_parlour(parlour):
        membership.refresh_from_db()
    assert (membership.role, membership.user, membership.parlour) == ("owner", emi, parlour)
    browser.post("/admin/parlours/membership/add/", posted)
    with with_parlour(parlour):
        assert not Membership.objects.filter(user=gen).exists(), "nobody they do not know"


def test_an_owner_changes_no_account(parlour: Parlour, omi: User, admin_of: AdminOf) -> None:
    browser = admin_of(omi, parlour)
    posted = {"username": "omi", "is_superuser": "on", "is_staff": "on"}
    assert browser.post(f"/admin/accounts/user/{omi.pk}/change/", posted).status_code == 403
    assert browser.get(f"/admin/accounts/user/{omi.pk}/password/").status_code == 403
    assert browser.get("/admin/accounts/user/add/").status_code == 403
    omi.refresh_from_db()
    assert not omi.is_superuser


def test_an_owner_may_change_a_rude_name(
    parlour: Parlour, omi: User, aki: Player, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, parlour)
    path = f"/admin/accounts/player/{aki.pk}/change/"
    answer = browser.post(path, {"name": "admin"})
    assert "would pass for the house" in answer.content.decode()
    assert browser.post(path, {"name": "Guest 7", "name_key": "x"}).status_code == 302
    aki.refresh_from_db()
    assert (aki.name, aki.name_key) == ("Guest 7", name_key("Guest 7"))


def test_a_name_changed_here_is_shown_at_the_tables_at_once(
    parlour: Parlour,
    aki: Player,
    omi: User,
    admin_of: AdminOf,
    django_capture_on_commit_callbacks: Any,
) -> None:
    table = open_table(aki)
    path = f"/admin/accounts/player/{aki.pk}/change/"
    with django_capture_on_commit_callbacks() as told:
        assert admin_of(omi, parlour).post(path, {"name": "Guest 7"}).status_code == 302
    with with_parlour(parlour):
        for tell in told:
            tell()
        assert Table.objects.get(pk=table.pk).room_version == table.room_version + 1


def test_a_name_in_the_staff_room_is_only_text(
    parlour: Parlour, omi: User, admin_of: AdminOf
) -> None:
    with with_parlour(parlour):
        player = make_player(parlour, "Aki")
        Player.objects.update(name="<script>alert(1)</script>")
    browser = admin_of(omi, parlour)
    for path in (list_of(Player), *pages_of(player)):
        assert "<script>alert" not in browser.get(path).content.decode()


def test_the_staff_room_speaks_both_languages(
    parlour: Parlour, omi: User, admin_of: AdminOf
) -> None:
    browser = admin_of(omi, parlour)
    browser.post("/language/", {"language": "ja"})
    answer = browser.get("/admin/")
    assert re.search("帳場", answer.content.decode())


@pytest.mark.parametrize(
    "model", [model for model in SHOWN if model._meta.app_label == "tables"], ids=str
)
def test_what_is_at_the_tables_has_a_japanese_name(model: type[Model]) -> None:
    with translation.override("ja"):
        for name in (model._meta.verbose_name, model._meta.verbose_name_plural):
            assert not str(name).isascii(), name
