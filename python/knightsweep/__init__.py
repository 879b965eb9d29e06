"""knightsweep from Python: asks the program, and reads its results without their traps.

>>> import knightsweep
>>> knightsweep.solve(board="5x5")["checks"]
70624
>>> summary = knightsweep.run(board="5x5", starts="all", orders="fig2", budget="30k", out="small.csv")
>>> rows = knightsweep.read("small.csv")

Every call starts the program that was installed with this module, and waits for it. The module needs nothing but Python;
pandas and Polars are imported when `read` is asked for their frames.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import warnings
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Union, overload

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["Error", "call", "program", "read", "run", "sidecar", "solve"]

PathLike = Union[str, "os.PathLike[str]"]

# The columns of results and tables that are not text. Counts have up to 128 bits; numbers of tours may have more.
_KINDS = {
    "small": re.compile("rows|cols|start_row|start_col"),
    "count": re.compile(r"budget|seed|checks|nodes|samples|limit|(un)?directed|tours|(checks|orders)_min|\w+_(checks|budget)"),
    "float": re.compile(r"checks_(estimate|low|high)|effective_samples|wall_s|cpu_s|\w+_ratio"),
    "flag": re.compile("success|closed|heavy_tailed|mirrored"),
}
# Outcomes after which `checks` is the cost of the search, and those after which the search is known to cost more.
_DECIDED = ("tour", "none")
_STOPPED = ("budget", "stuck")


class Error(Exception):
    """The program failed, or did not accept its arguments: its message, its exit code, and what it answered before."""

    def __init__(self, message: str, exit_code: int, answer: Any = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.answer = answer


def program() -> str:
    """The path of the program: the variable KNIGHTSWEEP, else the one installed with this module, else that of PATH."""
    name = "knightsweep" + (sysconfig.get_config_var("EXE") or "")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    folders.append(os.path.join(os.path.dirname(__file__), "..", "bin"))  # of `pip install --target`
    wanted = os.environ.get("KNIGHTSWEEP")
    places = [wanted] if wanted else [*(os.path.join(folder, name) for folder in folders), name]
    found = next(filter(None, map(shutil.which, places)), None)
    if found is None:
        raise FileNotFoundError(f"there is no program {places[-1]}: install the wheel of knightsweep, or set KNIGHTSWEEP")
    return found


def call(command: str, *arguments: PathLike, **options: Any) -> Any:
    """What `knightsweep COMMAND ARGUMENTS --OPTIONS --json` answers, as dictionaries, lists and numbers.

    `time_limit="5m"` is `--time-limit 5m`; True gives an option without a value, a list gives it for each of its values,
    and a tuple is a square: `start=(1, 1)`. Moves are a text, or a list as a program has it: `moves=[(2, 1), (1, 2), …]`.
    Integers have all their digits. Raises Error if the program fails (exit codes 1, 2 and 130); exit codes that say what
    was found, such as 3 of `solve`, raise nothing.
    """
    words = [program(), command, *map(str, arguments), "--json", "--quiet"]
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, list) and not (name == "moves" and _is_nested(value)):
            words += [f"{flag}={_word(one)}" for one in value]
        elif value is not None and value is not False:
            words.append(f"{flag}={_word(value)}")
    # The program saves its rows when it is interrupted, so it is waited for.
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        output, messages = process.communicate()
    except KeyboardInterrupt:
        try:
            process.wait(3)  # A terminal has sent it the signal too.
        except subprocess.TimeoutExpired:
            process.terminate()
        process.communicate()
        raise
    answer = json.loads(output, object_hook=_exact) if output.strip() else None
    if answer is None or process.returncode in (1, 2, 130) or process.returncode < 0:
        raise Error(messages.strip() or f"it ended with {process.returncode}", process.returncode, answer)
    return answer


def solve(**options: Any) -> Any:
    """One search, as `knightsweep solve` does it: `solve(board="8x8", start=(3, 4), order="fig2", budget="100M")`.

    The keys are the columns of results, and `limit`, as in `read`. A search that finds no tour raises nothing.
    `profile=True` and `trace=N` give a list: a dictionary for each depth, or check.
    """
    answer = call("solve", **options)
    return answer if isinstance(answer, list) else _settled(answer)


def run(experiment: PathLike | None = None, **options: Any) -> dict[str, Any]:
    """Runs an experiment and returns the summary of the run: `run("night.toml", out="night.csv")`.

    Without a file the options are the experiment, as for `knightsweep sweep`. The summary's `csv` is a path for `read`.
    The same call again resumes a run that was stopped.
    """
    summary: dict[str, Any] = call("sweep", **options) if experiment is None else call("run", experiment, **options)
    return summary


def sidecar(path: PathLike) -> dict[str, Any] | None:
    """What is known of a results file as a whole (`NAME.meta.json`): its experiment, runs and seal; None without one."""
    try:
        text = pathlib.Path(path).with_suffix(".meta.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    about: dict[str, Any] = json.loads(text)
    return about


@overload
def read(path: PathLike, into: Literal["pandas"] = "pandas") -> pandas.DataFrame: ...
@overload
def read(path: PathLike, into: Literal["polars"]) -> polars.DataFrame: ...
@overload
def read(path: PathLike, into: Literal["rows"]) -> list[dict[str, Any]]: ...
def read(path: PathLike, into: str = "pandas") -> Any:
    """Reads a results file or a table into a data frame of pandas or Polars, or into rows: a list of dictionaries.

    `checks` is there for searches that ended (outcomes `tour` and `none`) and missing for all others. The new column
    `limit` beside it is what searches that were stopped (`budget`, `stuck`) have spent without an end. Orders are text.
    Counts are exact: `Int64` in pandas, or a column of Python integers if one has more than 18 digits; Int128 in Polars;
    integers in rows. Missing is missing: NA, null, None. A frame of pandas has the experiment in `attrs["experiment"]`.
    Leaves out lines that are not as the program wrote them, whose `row_check` fails, and warns of them and of missing rows.
    """
    reader = {"pandas": _read_pandas, "polars": _read_polars, "rows": _read_rows}.get(into)
    if reader is None:
        raise ValueError(f"into={into!r}: give 'pandas', 'polars' or 'rows'")
    data = pathlib.Path(path).read_bytes()
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    if not data.split(b"\n", 1)[0].rstrip().endswith(b",row_check"):
        raise ValueError(f"{path}: no results of knightsweep: the last column is not row_check")
    about = sidecar(path) or {}
    sealed = about.get("sealed")
    if sealed is None or sealed["sha256"] != hashlib.sha256(data).hexdigest():
        data = _right_rows(data, about.get("jobs"), path)
    table = reader(data)
    if into == "pandas" and "experiment" in about:
        table.attrs["experiment"] = about["experiment"]
    return table


def _word(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _is_nested(value: list[Any]) -> bool:
    return all(isinstance(one, (tuple, list)) for one in value)


def _exact(answer: dict[str, Any]) -> dict[str, Any]:
    # The program writes integers beyond 2^53 as texts. Orders have 8 digits, hashes are no counts.
    for key, value in answer.items():
        if isinstance(value, str) and re.fullmatch(r"-?\d{16,}", value) and not key.endswith(("sha256", "hash")):
            answer[key] = int(value)
    return answer


def _right_rows(data: bytes, jobs: int | None, path: PathLike) -> bytes:
    header, _, rest = data.partition(b"\n")
    of_header = hashlib.sha256(header.rstrip(b"\r") + b"\n")

    def is_right(line: bytes) -> bool:
        row, _, check = line.rstrip(b"\r\n").rpartition(b",")
        hasher = of_header.copy()
        hasher.update(row + b"\n")
        return line.endswith(b"\n") and check.decode(errors="replace") == "x" + hasher.hexdigest()[:15]

    lines = rest.splitlines(keepends=True)
    rows = list(filter(is_right, lines))
    if len(rows) != len(lines):
        warnings.warn(f"{path}: {len(lines) - len(rows)} lines are no rows; `knightsweep verify` says why", stacklevel=3)
    if jobs is not None and len(rows) < jobs:
        warnings.warn(f"{path}: it has {len(rows)} rows of {jobs} jobs", stacklevel=3)
    return header + b"\n" + b"".join(rows)


def _is_results(columns: Iterable[str]) -> bool:
    return {"outcome", "checks"} <= set(columns)


def _kind(column: str) -> str:
    return next((kind for kind, names in _KINDS.items() if names.fullmatch(column)), "text")


def _settled(row: dict[str, Any]) -> dict[str, Any]:
    if not _is_results(row):
        return row
    outcome, checks = row["outcome"], row["checks"]
    settled = {}
    for column, value in row.items():
        settled[column] = value
        if column == "checks":
            # A path, which only `solve` has as its answer, is found like a tour.
            settled["checks"] = checks if outcome in (*_DECIDED, "path") else None
            settled["limit"] = checks if outcome in _STOPPED else None
    return settled


def _read_rows(data: bytes) -> list[dict[str, Any]]:
    read: dict[str, Callable[[str], Any]] = {"small": int, "count": int, "float": float, "flag": "true".__eq__, "text": str}
    lines = list(csv.reader(io.StringIO(data.decode(), newline="")))
    columns = [(column, read[_kind(column)]) for column in lines[0]]
    rows = [{column: to(text) if text else None for (column, to), text in zip(columns, line)} for line in lines[1:]]
    return [_settled(row) for row in rows]


def _read_pandas(data: bytes) -> pandas.DataFrame:
    import pandas as pd

    kinds = {"small": "int64", "count": "string", "float": "float64", "flag": "boolean", "text": "string"}
    columns = data.split(b"\n", 1)[0].decode().strip().split(",")
    types: Any = {column: kinds[_kind(column)] for column in columns}
    frame = pd.read_csv(io.BytesIO(data), dtype=types, keep_default_na=False, na_values=[""])
    for column in (column for column in columns if _kind(column) == "count"):
        # Integers of pandas have 64 bits; those of Python have as many as they need.
        long = (frame[column].str.len() > 18).any()
        frame[column] = frame[column].astype(object).map(int, na_action="ignore") if long else frame[column].astype("Int64")
    if _is_results(columns):
        checks, outcome = frame["checks"], frame["outcome"]
        frame["checks"] = checks.where(outcome.isin(_DECIDED), pd.NA)
        frame.insert(columns.index("checks") + 1, "limit", checks.where(outcome.isin(_STOPPED), pd.NA))
    return frame


def _read_polars(data: bytes) -> polars.DataFrame:
    import polars as pl

    kinds = {"small": pl.Int64, "count": pl.Int128, "float": pl.Float64, "flag": pl.Boolean, "text": pl.String}
    columns = data.split(b"\n", 1)[0].decode().strip().split(",")
    frame = pl.read_csv(data, schema_overrides={column: kinds[_kind(column)] for column in columns})
    if _is_results(columns):
        checks, outcome = pl.col("checks"), pl.col("outcome")
        limit = frame.select(limit=pl.when(outcome.is_in(_STOPPED)).then(checks)).to_series()
        frame = frame.with_columns(pl.when(outcome.is_in(_DECIDED)).then(checks))
        frame.insert_column(columns.index("checks") + 1, limit)
    return frame
