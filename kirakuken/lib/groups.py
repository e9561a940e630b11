"""Names of the channel groups. Built on the server from ids only, never from what a client sent."""


def table_group(parlour_id: int, table_id: int) -> str:
    return f"p{parlour_id}.t{table_id}"


def lobby_group(parlour_id: int) -> str:
    return f"p{parlour_id}.lobby"
