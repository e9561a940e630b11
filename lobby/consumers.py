"""The lobby's socket: the list of open tables, sent anew whenever it has changed."""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

from kirakuken.lib.groups import lobby_group
from kirakuken.parlours.models import Parlour
from lobby.selectors import shown_tables
from tables import hub
from tables.consumers import Socket, SocketWatcher, visitor_of


class LobbyWatcher(SocketWatcher):
    def __init__(self, socket: Socket, language: str) -> None:
        super().__init__(socket, None)
        self.language = language

    async def send_news(self, old: str | None, new: str) -> None:
        await self.socket.send(text_data=msgspec.json.encode({"tables": new}).decode())


class LobbyFeed(hub.Feed):
    """The listed tables of a parlour."""

    def __init__(self, parlour: Parlour) -> None:
        super().__init__(parlour, ("lobby", parlour.pk), lobby_group(parlour.pk))

    def read(self, watchers: Sequence[hub.Watcher]) -> Mapping[hub.Watcher, str]:
        lists: dict[str, str] = {}
        news: dict[hub.Watcher, str] = {}
        for watcher in watchers:
            language = cast(LobbyWatcher, watcher).language
            if language not in lists:
                with translation.override(language):
                    shown = {"tables": shown_tables(self.parlour)}
                    # Joined: JSON knows plain text, not Django's text marked as HTML.
                    lists[language] = "".join([render_to_string("lobby/_tables.html", shown)])
            if watcher.shown != lists[language]:
                news[watcher] = lists[language]
        return news

    @classmethod
    def behind(cls, feeds: Sequence["LobbyFeed"]) -> list["LobbyFeed"]:
        """All of them: only the list itself tells whether it has changed."""
        return list(feeds)


class LobbySocket(Socket):
    """/ws/lobby/"""

    def admit(self, request: HttpRequest) -> tuple[hub.Feed, hub.Watcher] | None:
        visitor = visitor_of(request)
        if visitor is None:
            return None
        return LobbyFeed(visitor.parlour), LobbyWatcher(self, visitor.language)
