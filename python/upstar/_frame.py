"""Columns of values in pandas and Arrow: they compare as games, and are kept as their texts."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pandas
import pyarrow
from pandas.api.extensions import ExtensionArray, ExtensionDtype, register_extension_dtype, take

from ._session import Session, default, with_definitions
from ._values import Game, Position


@register_extension_dtype
class ValueDtype(ExtensionDtype):
    """The type of a column of values."""

    name = "upstar"
    type = Game
    kind = "O"
    na_value = None

    @classmethod
    def construct_array_type(cls) -> type[ValueArray]:
        return ValueArray

    def __from_arrow__(self, array: Any) -> ValueArray:
        chunks = array.chunks if isinstance(array, pyarrow.ChunkedArray) else [array]
        definitions = next((chunk.type.definitions for chunk in chunks), ())
        texts = [text for chunk in chunks for text in chunk.storage.to_pylist()]
        return ValueArray(texts, definitions)


class ValueArray(ExtensionArray):
    """Values as texts, with the definitions that the texts need.

    Each different text is asked once, so that a column of many rows and few values costs little.

    >>> import upstar as up
    >>> table = up.sweep("canonical(Domineering({r},{c}))", r=[1, 2], c=[2, 3], progress=False)
    >>> (table.value == up.game("±1")).tolist(), (table.value < 0).tolist(), table.value[3]
    ([False, False, True, False], [True, True, False, False], <2|-1/2>)
    """

    def __init__(self, texts: Any, definitions: tuple[str, ...] = ()) -> None:
        self._texts = numpy.empty(len(texts), dtype=object)
        self._texts[:] = texts
        self._definitions = tuple(definitions)

    @classmethod
    def _from_sequence(cls, scalars: Any, *, dtype: Any = None, copy: bool = False) -> ValueArray:
        if isinstance(scalars, cls):
            return scalars.copy() if copy else scalars
        games = [_game(one) for one in scalars]
        needs = (game._needs() for game in games if game is not None)
        definitions = dict.fromkeys(text for text, _ in filter(None, needs) if text)
        return cls([None if game is None else game._source() for game in games], tuple(definitions))

    @classmethod
    def _from_factorized(cls, values: Any, original: ValueArray) -> ValueArray:
        # Keys are texts that mean the values.
        return cls(values, original._definitions)

    @classmethod
    def _concat_same_type(cls, to_concat: Any) -> ValueArray:
        return cls(numpy.concatenate([one._texts for one in to_concat]), _joined(to_concat))

    @property
    def dtype(self) -> ValueDtype:
        return ValueDtype()

    @property
    def nbytes(self) -> int:
        return self._texts.nbytes

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, item: Any) -> Any:
        item = pandas.api.indexers.check_array_indexer(self, item)
        found = self._texts[item]
        if isinstance(found, numpy.ndarray):
            return type(self)(found, self._definitions)
        return self._game(found)

    def __setitem__(self, key: Any, value: Any) -> None:
        key = pandas.api.indexers.check_array_indexer(self, key)
        scalar = value is None or isinstance(value, (str, Game)) or not hasattr(value, "__len__")
        changed = type(self)._from_sequence([value] if scalar else value)
        self._definitions = _joined([self, changed])
        self._texts[key] = changed._texts[0] if scalar else changed._texts

    def isna(self) -> Any:
        return numpy.array([text is None for text in self._texts], dtype=bool)

    def take(self, indices: Any, *, allow_fill: bool = False, fill_value: Any = None) -> ValueArray:
        texts = take(self._texts, indices, fill_value=None, allow_fill=allow_fill)
        return type(self)(texts, self._definitions)

    def copy(self) -> ValueArray:
        return type(self)(self._texts.copy(), self._definitions)

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        if isinstance(pandas.api.types.pandas_dtype(dtype), ValueDtype):
            return self.copy() if copy else self
        if pandas.api.types.is_string_dtype(dtype) and not pandas.api.types.is_object_dtype(dtype):
            return pandas.array(self._texts, dtype=dtype) if dtype is not str else self._texts.astype(str)
        return self._games().astype(dtype, copy=False)

    def _each(self, of: Callable[[str], Any], dtype: Any = object, absent: Any = None) -> Any:
        """A function of the text of each row, which is asked once for each different text."""
        codes, texts = pandas.factorize(self._texts)
        found = numpy.empty(len(texts) + 1, dtype=dtype)
        found[:-1] = [of(text) for text in texts]
        found[-1] = absent
        return found[codes]

    def _games(self) -> Any:
        """The game of each row; rows with the same text share one."""
        return self._each(self._game)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._games())

    def _keys(self) -> Any:
        """The group of each row: the value of a game, and of a position how it is written."""

        def key(text: str) -> str:
            game = self._game(text)
            return text if isinstance(game, Position) else str(game._key())

        return self._each(key)

    def _values_for_factorize(self) -> tuple[Any, Any]:
        return self._keys(), None

    def unique(self) -> ValueArray:
        """The first row of each group."""
        return self[~self.duplicated()]

    def duplicated(self, keep: Any = "first") -> Any:
        """Whether each row is in the group of an earlier one, of a later one, or of any other."""
        return pandas.Series(self._keys(), dtype=object).duplicated(keep).to_numpy()

    def value_counts(self, dropna: bool = True) -> Any:
        """How many rows each group has."""
        counts = pandas.Series(self._keys(), dtype=object).value_counts(sort=False, dropna=dropna)
        counts.index = pandas.Index(self._from_factorized(counts.index, self))
        return counts

    def isin(self, values: Any) -> Any:
        """Whether each row is in the group of one of these."""
        wanted = set(self._from_sequence(list(values))._keys())
        return numpy.array([key in wanted for key in self._keys()], dtype=bool)

    def _mode(self, dropna: bool = True) -> ValueArray:
        counts = self.value_counts(dropna=dropna)
        return counts.index.array[(counts == counts.max()).to_numpy()]

    def _formatter(self, boxed: bool = False) -> Any:
        return lambda game: "" if game is None else game.text

    def _game(self, text: str | None) -> Any:
        if text is None:
            return None
        return _session(self._definitions)._engine.read(text, True)

    def _compared(self, other: Any, compare: Any) -> Any:
        """For each row whether its game compares so with another, or with that of its row."""
        if isinstance(other, (pandas.Series, pandas.Index, pandas.DataFrame)):
            return NotImplemented
        if isinstance(other, (ValueArray, numpy.ndarray, list)):
            if len(other) != len(self):
                raise ValueError("lengths must match")
            pairs = zip(self._games(), other)
            rows = [one is not None and two is not None and compare(one, two) for one, two in pairs]
            return numpy.array(rows, dtype=bool)
        return self._each(lambda text: compare(self._game(text), other), bool, False)

    def __eq__(self, other: Any) -> Any:
        return self._compared(other, operator.eq)

    def __ne__(self, other: Any) -> Any:
        equal = self.__eq__(other)
        return NotImplemented if equal is NotImplemented else ~equal

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, operator.ge)

    def __arrow_array__(self, type: Any = None) -> Any:
        storage = pyarrow.array(self._texts, type=pyarrow.string())
        return pyarrow.ExtensionArray.from_storage(ValueType(self._definitions), storage)


class ValueType(pyarrow.ExtensionType):
    """The type of a column of Arrow and Parquet whose texts are values. Other programs read the texts."""

    def __init__(self, definitions: tuple[str, ...] = ()) -> None:
        self.definitions = tuple(definitions)
        super().__init__(pyarrow.string(), "upstar.value")

    def __arrow_ext_serialize__(self) -> bytes:
        return json.dumps(self.definitions).encode()

    @classmethod
    def __arrow_ext_deserialize__(cls, storage: Any, serialized: bytes) -> ValueType:
        return cls(tuple(json.loads(serialized)))

    def to_pandas_dtype(self) -> ValueDtype:
        return ValueDtype()


def _session(definitions: tuple[str, ...]) -> Session:
    return with_definitions("\n".join(definitions))


def _joined(parts: Any) -> tuple[str, ...]:
    """The definitions of several columns, if no text means something else with those of the others."""
    definitions = tuple(dict.fromkeys(text for part in parts for text in part._definitions))
    joined = _session(definitions)
    for part in parts:
        texts = list(dict.fromkeys(text for text in part._texts if text is not None))
        if part._definitions == definitions or not texts:
            continue
        alone = _session(part._definitions)
        if alone._engine.definitions_for(texts) != joined._engine.definitions_for(texts):
            raise ValueError("a name means different rules in these columns: take canonical forms first")
    return definitions


def _game(of: Any) -> Game | None:
    """A game, or nothing where there is none."""
    if isinstance(of, Game):
        return of
    return None if of is None or of is pandas.NA or of != of else default().game(of)


pyarrow.register_extension_type(ValueType())
