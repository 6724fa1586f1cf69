"""What the tests share."""

import time
from contextlib import contextmanager

import pytest

import upstar as up


@pytest.fixture
def session():
    """A session in which nothing was said yet."""
    return up.Session(threads=1)


@contextmanager
def within(seconds):
    """A block that takes no longer."""
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds
