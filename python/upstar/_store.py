"""Where files of a sweep are: a folder of this machine, or a prefix of a store that fsspec knows."""

from __future__ import annotations

import contextlib
import os
import uuid
from pathlib import Path
from typing import Any, Protocol


class Place(Protocol):
    """Files by their names, each of which is there whole or not at all."""

    def names(self) -> list[str]: ...

    def read(self, name: str) -> bytes: ...

    def open(self, name: str) -> Any: ...

    def write(self, name: str, contents: bytes, *, lasting: bool = True) -> None: ...

    def create(self, name: str, contents: bytes) -> None: ...

    def remove(self, name: str) -> None: ...


class Local:
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def __str__(self) -> str:
        return str(self.path)

    @property
    def files(self) -> tuple[Any, str]:
        """Where other libraries find it: a file system and a path."""
        return None, str(self.path)

    def names(self) -> list[str]:
        return sorted(entry.name for entry in self.path.iterdir())

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def open(self, name: str) -> Any:
        return open(self.path / name, "rb")

    def write(self, name: str, contents: bytes, *, lasting: bool = True) -> None:
        """Writes a file: all of it or nothing. One that is not lasting may be lost with the power."""
        draft = self.path / f".{name}.{os.getpid()}.draft"
        with open(draft, "wb") as file:
            file.write(contents)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(draft, self.path / name)

    def create(self, name: str, contents: bytes) -> None:
        """Writes a file unless there is one: of several clients one writes it, and the others find it whole."""
        draft = f".{uuid.uuid4().hex}.draft"
        self.write(draft, contents)
        try:
            os.link(self.path / draft, self.path / name)
        except FileExistsError:
            pass
        except OSError:
            # A file system without links.
            if not (self.path / name).exists():
                os.replace(self.path / draft, self.path / name)
        finally:
            self.remove(draft)

    def remove(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)


class Remote:
    """A prefix of a store that fsspec knows, such as ``s3://bucket/folder``. It writes a file whole or not at all."""

    def __init__(self, url: str) -> None:
        import fsspec

        self.url = url
        self._files, self._path = fsspec.core.url_to_fs(url)
        self._files.makedirs(self._path, exist_ok=True)

    def __str__(self) -> str:
        return self.url

    def names(self) -> list[str]:
        self._files.invalidate_cache(self._path)
        try:
            found = self._files.ls(self._path, detail=False)
        except FileNotFoundError:
            # A prefix under which nothing is.
            return []
        return sorted(path.rstrip("/").rpartition("/")[2] for path in found)

    def read(self, name: str) -> bytes:
        return self._files.cat_file(f"{self._path}/{name}")

    def open(self, name: str) -> Any:
        return self._files.open(f"{self._path}/{name}", "rb")

    def write(self, name: str, contents: bytes, *, lasting: bool = True) -> None:
        self._files.pipe_file(f"{self._path}/{name}", contents)

    def create(self, name: str, contents: bytes) -> None:
        """Writes a file unless there is one: of several clients one writes it."""
        if name in self.names():
            return
        try:
            self._files.pipe_file(f"{self._path}/{name}", contents, mode="create")
        except (OSError, TypeError, NotImplementedError):
            # Another client was first, which not all stores say alike; or the store knows no such mode.
            if name not in self.names():
                self.write(name, contents)

    def remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._files.rm_file(f"{self._path}/{name}")

    @property
    def files(self) -> tuple[Any, str]:
        """Where other libraries find it: a file system and a path."""
        return self._files, self._path


def place_of(to: str | os.PathLike[str]) -> Place:
    """The place that a path or an address means."""
    text = os.fspath(to)
    if "://" not in text:
        return Local(Path(text))
    try:
        return Remote(text)
    except ImportError as missing:
        raise ImportError(f"{text} needs a package that is not installed: {missing}") from None
    except ValueError as unknown:
        raise ValueError(f"nothing can be written to {text}: {unknown}") from None
