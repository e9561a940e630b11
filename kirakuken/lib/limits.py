"""Named limits on how often something may be done, from `settings.LIMITS`.

Counted in Redis, so all processes count together. A window begins with the first use and the
next one after it has passed. Codes can be guessed, so without Redis they are refused; whatever
else is limited is allowed then, for a slower house is better than a closed one.
"""

import logging
from functools import cache
from typing import Any

from django.conf import settings
from redis import RedisError

from kirakuken.lib.errors import TooMany
from kirakuken.lib.redis import client

logger = logging.getLogger(__name__)

FAIL_CLOSED = {
    *("code_per_address", "code_per_player"),
    *("move_code_per_address", "move_code_per_player"),
    "second_step_per_account",
}
RETRY_WITHOUT_REDIS = 10  # seconds

# One step on the server, so that no two callers read the same count and no count lives for ever.
_COUNT = """
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
end
return {count, left}
"""


def use(what: str, who: object, *, parlour: int) -> None:
    """Counts one use of `what` by `who` (a player's id, an address); raises TooMany with the
    limit's name as its code when that is one too many. `parlour` is the parlour's id."""
    most, seconds = settings.LIMITS[what]
    key = f"{settings.CHANNEL_PREFIX}:rl:{parlour}:{what}:{who}"
    try:
        count, left = _script()(keys=[key], args=[seconds * 1000])
    except RedisError:
        if what in FAIL_CLOSED:
            raise TooMany(what, RETRY_WITHOUT_REDIS) from None
        logger.warning("Redis is away; the limit %s is not kept.", what)
        return
    if count > most:
        raise TooMany(what, retry_after=-(-left // 1000))


@cache
def _script() -> Any:
    return client().register_script(_COUNT)
