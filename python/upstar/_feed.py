"""The items that a sweep still has to compute, in order, without those that are there or that other clients have begun."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pyarrow

from ._folder import Claims, Folder
from ._items import Item, Items
from ._workers import BEAT, PATIENCE

#: An item with its number.
Placed = tuple[int, Item]
#: Takes the rows that are found: items with their numbers, and a table.
Take = Callable[[list[Placed], Any], None]

#: So many items are looked for at once in the files that are there.
WINDOW = 1 << 14
#: Seconds between two claims, between two files, and between two looks at what others do.
OFTEN = 0.2


class Alone:
    """The items of a sweep that nobody else works on."""

    waits = False

    def __init__(self, items: Items, take: Take) -> None:
        self._take = take
        self._total = items.total
        self._items = enumerate(items)
        self._given = 0

    @property
    def left(self) -> int | None:
        """How many items are still to be given, if that is known."""
        return None if self._total is None else self._total - self._given

    def give(self, count: int) -> list[Placed]:
        """The next items to compute, at most so many."""
        given = list(itertools.islice(self._items, count))
        self._given += len(given)
        return given

    def keep(self, items: list[Placed], table: Any) -> None:
        """Takes the rows of items that were computed."""
        self._take(items, table)

    def beat(self) -> None:
        """Does what is due from time to time."""

    def settle(self) -> bool:
        """Looks at what others have begun; whether anything has changed."""
        return False

    def close(self) -> None:
        """Writes what is not written."""


class Shared:
    """The items of a folder that several clients fill: what one of them has begun, the others leave to it.

    Clients take numbers as in a bakery (Lamport, A new solution of Dijkstra's concurrent programming problem, 1974). One that
    wants items says that it is choosing a number, looks at those of the others, and takes a greater one; of two that want
    an item the one with the smaller number has it, and no one decides while another one is choosing. A client that
    ends without a word loses its items when its time is over.
    """

    def __init__(self, items: Items, take: Take, folder: Folder) -> None:
        self._take = take
        self._folder = folder
        self._total = items.total
        self._items: Iterator[Placed] = enumerate(items)
        #: How many items were looked for, and how many parts were there then.
        self._seen = self._parts = 0
        self._unclaimed: deque[Placed] = deque()
        self._ready: deque[Placed] = deque()
        #: Rows that are computed and not written, with their items.
        self._done: list[tuple[list[Placed], Any]] = []
        #: The items that this client has begun, by keys, with its numbers; none while it chooses.
        self._begun: dict[str, int | None] = {}
        #: The keys of these items by their places, and how many parts there were then.
        self._keys: dict[int, tuple[str, int]] = {}
        #: The keys of what it computes now, and further items that are the same by these keys: they get the same row.
        self._computing: set[str] = set()
        self._doubles: dict[str, list[Placed]] = {}
        #: The items that others have begun, and the number of parts that have none of them.
        self._theirs: list[Placed] = []
        self._settled = 0
        self._claimed = self._written = time.monotonic()
        #: How many items were claimed at once.
        self._block = 1

    @property
    def waits(self) -> bool:
        """Whether others have begun what this client needs."""
        return bool(self._theirs)

    @property
    def left(self) -> int | None:
        """How many items may still have to be given, if that is known."""
        return None if self._total is None else self._total - self._seen + len(self._unclaimed) + len(self._ready)

    def give(self, count: int) -> list[Placed]:
        """The next items to compute, at most so many."""
        self.beat()
        while len(self._ready) < count and self._claim_some(count - len(self._ready)):
            pass
        return [self._ready.popleft() for _ in range(min(count, len(self._ready)))]

    def _claim_some(self, count: int) -> bool:
        """Claims at least so many items, as far as there are any."""
        # As many as are used up until the next claim is due.
        brief = time.monotonic() - self._claimed < OFTEN
        self._block = max(count, 2 * self._block if brief else self._block // 2)
        while len(self._unclaimed) < self._block and self._look_for_window():
            pass
        some = [self._unclaimed.popleft() for _ in range(min(self._block, len(self._unclaimed)))]
        if some:
            self._ready += self._claim_of(some)
        return bool(some)

    def _look_for_window(self) -> bool:
        """Takes a window of the items, with the rows that are there; whether there was one."""
        window = list(itertools.islice(self._items, WINDOW))
        self._seen += len(window)
        self.beat()
        if window:
            self._folder.look()
            parts = len(self._folder.parts)
            # Items that wait since an earlier window may be in the parts that are new.
            self._unclaimed = deque(self._unknown(list(self._unclaimed), self._parts))
            self._parts = parts
            self._unclaimed += self._unknown(window, 0)
        return bool(window)

    def _unknown(self, items: list[Placed], first: int) -> list[Placed]:
        """Those of the items that are in no part from a number on; the rows of the others are taken."""
        known: set[int] = set()
        for own, rows in self._folder.known([item for _, item in items], first):
            # A row that two files have is taken from one of them.
            fresh = [n for n, place in enumerate(own) if place not in known]
            if fresh:
                self._take([items[own[n]] for n in fresh], rows.take(fresh))
            known.update(own)
            # There may be many parts.
            self.beat()
        return [placed for n, placed in enumerate(items) if n not in known] if known else items

    def _claim_of(self, items: list[Placed]) -> list[Placed]:
        """Those of the items that this client computes now."""
        if self._theirs:
            self.settle()
        keys = {place: self._folder.key(item) for place, item in items}
        if any(key in self._begun and key not in self._computing for key in keys.values()):
            # Its row is there and not written yet: it is found in its part.
            self._write()
        wanted = set(keys.values()).difference(self._computing)
        self._choose(dict.fromkeys(wanted))
        number = 1 + max((other or 0 for claims in self._folder.others().values() for _, other in claims), default=0)
        self._choose(dict.fromkeys(wanted, number))
        others = self._decided(wanted)
        own = (number, self._folder.client)
        parts = len(self._folder.parts)
        mine = []
        for place, item in self._unknown(items, self._parts):
            key = keys[place]
            if key in self._computing:
                self._doubles.setdefault(key, []).append((place, item))
            elif key in others and any((other or 0, client) < own for client, other in others[key]):
                self._theirs.append((place, item))
            else:
                mine.append((place, item))
                self._keys[place] = key, parts
                self._computing.add(key)
        if len(mine) < len(wanted):
            self._release(wanted.difference(self._computing))
        return mine

    def keep(self, items: list[Placed], table: Any) -> None:
        """Takes the rows of items that were computed, and writes them soon."""
        self._take(items, table)
        keys = [self._keys[place][0] for place, _ in items]
        self._computing.difference_update(keys)
        doubles = [(n, placed) for n, key in enumerate(keys) for placed in self._doubles.pop(key, ())]
        if doubles:
            self._take([placed for _, placed in doubles], table.take([n for n, _ in doubles]))
        self._done.append((items, table))
        self.beat()

    def _write(self) -> None:
        self._written = time.monotonic()
        if not self._done:
            return
        items = [placed for some, _ in self._done for placed in some]
        rows = pyarrow.concat_tables([table for _, table in self._done])
        # A client that was stopped for long has lost its claims, and another one may have written the same.
        self._folder.look()
        first = min(self._keys[place][1] for place, _ in items)
        there = {n for own, _ in self._folder.known([item for _, item in items], first) for n in own}
        new = [n for n in range(len(items)) if n not in there]
        if new:
            self._folder.write([items[n][1] for n in new], rows.take(new) if there else rows)
        # Only now: what could not be written is written with the next rows, or at the end.
        self._done = []
        # Others hear of it with the next claim; until then they find the rows.
        for place, _ in items:
            self._begun.pop(self._keys.pop(place)[0], None)

    def beat(self) -> None:
        """Writes what was computed, and says to others that this client is alive."""
        now = time.monotonic()
        if now - self._written >= OFTEN:
            self._write()
        if now - self._claimed > BEAT:
            self._claim()

    def settle(self) -> bool:
        """Takes the rows of what others have begun, and what nobody computes any more; whether anything has changed."""
        others = self._looked()
        parts = len(self._folder.parts)
        waiting = self._unknown(self._theirs, self._settled)
        self._settled = parts
        keys = {place: self._folder.key(item) for place, item in waiting}
        free = [placed for placed in waiting if keys[placed[0]] not in others]
        changed = bool(free) or len(waiting) < len(self._theirs)
        self._theirs = [placed for placed in waiting if keys[placed[0]] in others]
        self._unclaimed.extendleft(free)
        return changed

    def _looked(self) -> Claims:
        """The items that others have begun; looked at before the files, so that nothing is in neither."""
        others = self._folder.others()
        self._folder.look()
        return others

    def _decided(self, keys: set[str]) -> Claims:
        """The same as soon as nobody chooses a number for one of these items; a client that chooses for long has stopped."""
        for _ in range(PATIENCE):
            others = self._looked()
            if all(number is not None for key in keys for _, number in others.get(key, ())):
                break
            time.sleep(0.02)
        return others

    def _choose(self, numbers: Mapping[str, int | None]) -> None:
        self._begun.update(numbers)
        self._claim()

    def _release(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._begun.pop(key, None)
        self._claim()

    def _claim(self) -> None:
        self._claimed = time.monotonic()
        self._folder.claim(self._begun)

    def close(self) -> None:
        """Writes what is not written, and leaves to others what was begun."""
        try:
            self._write()
        finally:
            self._begun = {}
            self._claim()
