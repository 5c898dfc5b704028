"""Web Push: tells people who are not here that it is their turn at a table by mail.

The keys of the server are made at the first start and stay in its database. A browser gives an address at its maker's
push service, and the server sends there what only that browser can read. Without `tefuda[push]` nothing is offered.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from tefuda.server.rows import Device, StorageError
from tefuda.server.table import Refusal

if TYPE_CHECKING:
    from tefuda.server.house import House
    from tefuda.server.live import Live

# Whoever gives an address has the server send something there, so only those of browsers' makers are allowed.
# Two readers of one text could find two hosts in it, so a text is read by its form alone, and odd ones are refused.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
ENDPOINT = re.compile(r"(https?)://([a-z0-9.-]+)(:[0-9]{1,5})?/[\w/.:;,=~%?&+-]*", re.ASCII)
DEVICES_MAX = 8  # of a person
BODY_MAX = 2_000  # bytes of a subscription
SECONDS = 10.0  # for a push service to answer
TTL = 12 * 3600  # seconds for which a push service keeps what it cannot deliver
TEXTS = {"en": "Your turn at {game}.", "ja": "{game}：あなたの番です。"}
GONE = (404, 410)

Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,120}={0,2}$")]


class Keys(Struct, forbid_unknown_fields=True):
    p256dh: Key
    auth: Key


class Subscription(Struct, forbid_unknown_fields=True):
    """An address at a push service, as browsers give it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: Keys
    lang: Annotated[str, Meta(pattern="^(en|ja)$")] = "en"


def is_available() -> bool:
    try:
        import pywebpush  # noqa: F401  # an extra
    except ModuleNotFoundError:
        return False
    return True


def read(body: bytes, services: tuple[str, ...]) -> Subscription:
    """A subscription that somebody sends; ValueError if it is none, or leads elsewhere than to a push service."""
    found = msgspec.json.decode(body, type=Subscription)
    parts = ENDPOINT.fullmatch(found.endpoint)
    if parts is None:
        raise ValueError("this is not an address of a push service")
    scheme, host, port = parts.groups()
    if host not in services and (scheme != "https" or port):  # behind another port nobody may answer, and others wait
        raise ValueError("a push service is reached by https, at its usual port")
    if not any(host == one or host.endswith(f".{one}") for one in (*SERVICES, *services)):
        raise ValueError("this is not the push service of a browser that we know")
    return found


def new_key() -> str:
    """A private key, as it is kept."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def public_key(private: str) -> str:
    """As a browser wants it before it subscribes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid01

    public = Vapid01.from_raw(private.encode()).public_key
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def send(device: Device, text: str, code: str, private: str, contact: str) -> bool:
    """Sends it, and says whether the address still leads to somebody."""
    import requests
    from pywebpush import WebPushException, webpush

    subscription = msgspec.json.decode(device.body, type=Subscription)
    session = requests.Session()
    session.max_redirects = 0  # a push service answers by itself
    try:
        webpush(
            msgspec.to_builtins({"endpoint": subscription.endpoint, "keys": subscription.keys}),
            msgspec.json.encode({"text": text, "code": code}),
            vapid_private_key=private,
            vapid_claims={"sub": contact},
            ttl=TTL,
            timeout=SECONDS,
            requests_session=session,
        )
    except WebPushException as error:
        return error.response is None or error.response.status_code not in GONE
    except (requests.RequestException, ValueError):
        return True  # it may come back
    finally:
        session.close()
    return True


class Pushes:
    """The pushes of one process of a server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.private = ""  # the server's key; empty without the extra
        self.sent = self.failed = 0

    async def begin(self) -> None:
        if is_available():
            store = self.house.store
            self.private = await self.house.pools.store.run("", store.secret, "push", new_key())

    @property
    def key(self) -> str | None:
        return public_key(self.private) if self.private else None

    @property
    def contact(self) -> str:
        """Whom a push service can ask about what comes from here."""
        url = self.house.settings.public_url
        return url if url.startswith("https:") else "mailto:host@tefuda.invalid"

    async def keep(self, person: str, body: bytes) -> None:
        found = read(body, self.house.settings.push_services)
        device = Device(found.endpoint, person, self.house.wall(), msgspec.json.encode(found))
        await self.house.pools.store.run(person, self.house.store.keep_device, device, DEVICES_MAX)

    def nudge(self, live: Live) -> None:
        """Tells those whose turn it has become, and who are not here, each once."""
        waits = set(live.table.playing.waits_for) if live.table.status == "playing" else set()
        new = waits - live.nudged - live.clocks.here
        live.nudged = (live.nudged & waits) | new
        places = [live.table.places[seat] for seat in new]
        for person in {place.person for place in places if place.person and not place.gone}:
            if self.private:
                self.house.spawn(self._tell(person, live.table.code, live.table.face.title))

    async def _tell(self, person: str, code: str, title: Callable[[str], str]) -> None:
        store, pools = self.house.store, self.house.pools
        try:
            for device in await pools.store.run("", store.devices, person):
                lang = msgspec.json.decode(device.body, type=Subscription).lang
                text = TEXTS[lang].format(game=title(lang))
                if await pools.pushes.run(person, send, device, text, code, self.private, self.contact):
                    self.sent += 1
                else:
                    await pools.store.run("", store.drop_device, device.endpoint, person)
        except (Refusal, StorageError) as error:
            self.failed += 1
            self.house.logger.warning("not pushed", error=str(error))
