"""Rows as Parquet, by pyarrow: one documented schema for each form."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kibitz.experiments.columns import columns_of


def schema(form: str) -> Any:
    """The Arrow schema of a form, with the meaning of each column in its metadata."""
    import pyarrow as pa

    types = {
        "int64": pa.int64(),
        "float64": pa.float64(),
        "string": pa.string(),
        "bool": pa.bool_(),
        "list<int64>": pa.list_(pa.int64()),
        "list<float64>": pa.list_(pa.float64()),
        "list<string>": pa.list_(pa.string()),
    }
    return pa.schema(
        [
            pa.field(name, types[kind], metadata={"meaning": meaning})
            for name, (kind, meaning) in columns_of(form).items()
        ],
        metadata={"kibitz.form": form},
    )


def write_rows(path: Path, form: str, rows: list[dict[str, Any]]) -> None:
    """Write rows to a file, in one step."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist(rows, schema=schema(form))
    making = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        pq.write_table(table, making, compression="zstd")
        os.replace(making, path)
    finally:
        making.unlink(missing_ok=True)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file, without what is not said."""
    import pyarrow.parquet as pq

    rows = pq.read_table(path).to_pylist()
    return [{key: value for key, value in row.items() if value is not None} for row in rows]


def read_keys(path: Path) -> list[str]:
    """The keys of the rows of a file."""
    import pyarrow.parquet as pq

    keys: list[str] = pq.read_table(path, columns=["key"]).column("key").to_pylist()
    return keys
