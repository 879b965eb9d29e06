"""The module `knightsweep`: run with the program in KNIGHTSWEEP or in PATH, with pandas and Polars or without them."""

import hashlib
import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

import knightsweep

RESULTS = pathlib.Path(__file__).parents[2] / "results"
DOCUMENTS = RESULTS.parent / "docs/reference"
STARTS = RESULTS / "reference/all-starts.csv"
EXACT = RESULTS / "exact-fig2/exact-fig2.csv"
ORDERS = RESULTS / "best-order/10x10.csv"
FORMS = [
    pytest.param(form, marks=pytest.mark.skipif(not importlib.util.find_spec(form), reason=f"without {form}"))
    for form in ["pandas", "polars"]
] + ["rows"]


def rows_of(table, into):
    """The rows as dictionaries, with None for what is missing."""
    if into == "pandas":
        import pandas

        return [
            {column: None if pandas.isna(value) else value for column, value in row.items()}
            for row in table.astype(object).to_dict("records")
        ]
    return table.to_dicts() if into == "polars" else table


@pytest.fixture
def small(tmp_path):
    """Complete results with decided and stopped searches."""
    csv = tmp_path / "small.csv"
    knightsweep.run(board="5x5", starts="all", orders=["fig2", "tutorial"], budget="30k", out=csv)
    return csv


@pytest.mark.parametrize("into", FORMS)
def test_checks_of_stopped_searches_are_their_limit_and_not_a_count(into):
    rows = rows_of(knightsweep.read(STARTS, into), into)
    assert [column for column in rows[0]][13:15] == ["checks", "limit"]
    assert (rows[0]["order"], rows[0]["success"], rows[0]["closed"]) == ("12345678", True, False)
    assert (rows[0]["checks"], rows[0]["limit"], rows[0]["nodes"]) == (66_005_601, None, 8_250_733)
    stopped = [row for row in rows if row["outcome"] == "budget"]
    assert {(row["checks"], row["limit"], row["nodes"], row["tour"]) for row in stopped} == {(None, 10**8, None, None)}
    assert stopped and len(rows) == 64


@pytest.mark.parametrize("into", FORMS)
def test_counts_are_exact_whatever_their_size(into, tmp_path):
    written = [line.split(",") for line in EXACT.read_text().splitlines()[1:]]
    rows = rows_of(knightsweep.read(EXACT, into), into)
    assert sum(row["checks"] for row in rows) == sum(int(row[13]) for row in written)
    assert {row["limit"] for row in rows_of(knightsweep.read(ORDERS, into), into)} == {None}
    for table, column in [(EXACT, "checks"), (ORDERS, "limit")]:
        header, first, *_ = table.read_text().splitlines()
        fields = dict(zip(header.split(","), first.split(",")))
        *values, _ = {**fields, column: str(2**127 - 1)}.values()
        row = ",".join(values)
        check = "x" + hashlib.sha256(f"{header}\n{row}\n".encode()).hexdigest()[:15]
        largest = tmp_path / f"{column}.csv"
        largest.write_text(f"{header}\n{row},{check}\n")
        assert rows_of(knightsweep.read(largest, into), into)[0][column] == 2**127 - 1


@pytest.mark.skipif(not importlib.util.find_spec("polars"), reason="without polars")
def test_polars_refuses_numbers_of_tours_that_it_cannot_hold():
    import polars

    with pytest.raises(polars.exceptions.ComputeError):
        knightsweep.read(RESULTS / "counts/closed-6x1-to-6x200.csv", "polars")


@pytest.mark.parametrize("into", FORMS)
def test_every_kind_of_results_and_table_is_read(into):
    for csv in RESULTS.glob("*/*.csv"):
        header, *lines = csv.read_text().splitlines()
        if header.endswith("row_check") and (into, csv.parent.name) != ("polars", "counts"):
            assert len(knightsweep.read(csv, into)) == len(lines), csv


def test_columns_have_the_types_of_the_document():
    columns = re.findall(r"^\| `(\w+)` \| (integer|number|true/false|text) \|", (DOCUMENTS / "results-files.md").read_text(), re.M)
    kinds = {"integer": {"small", "count"}, "number": {"float"}, "true/false": {"flag"}, "text": {"text"}}
    assert [column for column, _ in columns] == STARTS.read_text().splitlines()[0].split(",")
    assert all(knightsweep._kind(column) in kinds[kind] for column, kind in columns)


def test_random_ties_that_get_stuck_have_no_cost():
    rows = knightsweep.read(RESULTS / "reference/greedy-random.csv", "rows")
    stuck = [row for row in rows if row["outcome"] == "stuck"]
    assert stuck and all(row["checks"] is None and row["limit"] > 0 for row in stuck)


@pytest.mark.skipif(not importlib.util.find_spec("pandas"), reason="without pandas")
def test_a_frame_of_pandas_has_the_experiment_and_types_that_keep_missing_values():
    frame = knightsweep.read(STARTS)
    assert frame.attrs["experiment"] == knightsweep.sidecar(STARTS)["experiment"]
    assert (frame["checks"].dtype, frame["order"].dtype, frame["closed"].dtype) == ("Int64", "string", "boolean")
    assert frame["checks"].sum() == sum(row["checks"] or 0 for row in knightsweep.read(STARTS, "rows"))


@pytest.mark.parametrize("into", FORMS)
def test_rows_that_a_kill_has_torn_are_left_out_and_said(into, small):
    whole = rows_of(knightsweep.read(small, into), into)
    data = small.read_bytes()
    small.write_bytes(data[: data.rindex(b"\n", 0, -1) - 40])
    with pytest.warns(UserWarning) as warnings:
        rows = rows_of(knightsweep.read(small, into), into)
    assert [str(warning.message).split(": ", 1)[1] for warning in warnings] == [
        "1 lines are no rows; `knightsweep verify` says why",
        "it has 48 rows of 50 jobs",
    ]
    assert rows == whole[:48]


@pytest.mark.parametrize("into", FORMS)
def test_rows_that_were_changed_are_left_out_and_said(into, small):
    whole = rows_of(knightsweep.read(small, into), into)
    header, *lines = small.read_bytes().splitlines(keepends=True)
    lines[7] = lines[7].replace(b"5,5,", b"5,6,", 1)
    small.write_bytes(b"\xef\xbb\xbf" + header + b"".join(lines))
    with pytest.warns(UserWarning) as warnings:
        rows = rows_of(knightsweep.read(small, into), into)
    assert len(warnings) == 2
    assert rows == whole[:7] + whole[8:]


def test_other_files_and_other_libraries_are_refused(tmp_path):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="row_check"):
        knightsweep.read(tmp_path / "other.csv", "rows")
    with pytest.raises(ValueError, match="'pandas', 'polars' or 'rows'"):
        knightsweep.read(STARTS, "dask")


def test_a_search_is_a_dictionary():
    found = knightsweep.solve(board="5x5", start=(1, 1))
    assert (found["outcome"], found["checks"], found["nodes"]) == ("tour", 70_624, 8_840)
    stopped = knightsweep.solve(board="8x8", start=(1, 2), budget=100)
    assert (stopped["outcome"], stopped["checks"], stopped["limit"]) == ("budget", None, 100)
    assert knightsweep.solve(board="3x3")["outcome"] == "none"


def test_a_path_has_its_checks():
    path = knightsweep.solve(board="5x5", squares=5)
    assert path["outcome"] == "path" and path["checks"] > 0 and path["limit"] is None


def test_a_profile_is_a_list_of_depths():
    levels = knightsweep.solve(board="5x5", profile=True)
    assert [level["depth"] for level in levels] == list(range(1, 26))
    assert sum(level["nodes"] for level in levels) == 8_840
    assert len(knightsweep.solve(board="5x5", trace=4)) == 4


def test_moves_are_a_text_or_a_list():
    pairs = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
    rows, cols = map(list, zip(*pairs))
    for moves in [pairs, list(map(list, pairs)), [rows, cols], str(pairs)]:
        assert knightsweep.solve(board="5x5", moves=moves)["order"] == "21876543"
    both = knightsweep.call("plan", board="5x5", starts=(1, 1), moves=[str(pairs), str(pairs[::-1])], no_estimate=True)
    assert both["jobs"] == 2


def test_a_list_gives_an_option_for_each_value(small):
    conditions = ["order=fig2", "outcome=tour", "start!=1,1"]
    [group] = knightsweep.call("summarize", small, by="order", where=conditions)
    rows = knightsweep.read(small, "rows")
    is_meant = lambda row: row["order"] == "12345678" and row["success"] and (row["start_row"], row["start_col"]) != (1, 1)
    assert group["jobs"] == len(list(filter(is_meant, rows)))
    assert len(knightsweep.call("count", board=["3x4", "5x5"], goal=["open", "closed"])) == 4
    by = knightsweep.call("summarize", small, by=["order", "outcome"], sort=["order", "-jobs"])
    assert {"order", "outcome"} <= set(by[0])


def test_long_numbers_are_integers_and_orders_are_texts():
    counted = knightsweep.call("count", board="3x60")
    assert isinstance(counted["directed"], int) and counted["directed"] > 2**64
    best = knightsweep.call("best-order", board="5x5", start=(1, 1))
    assert best[0]["checks_min_orders"] == ["34216785", "87125436"]


def test_a_wrong_call_says_what_the_program_says():
    with pytest.raises(knightsweep.Error, match="square 9,2 is off the 8x8 board") as error:
        knightsweep.solve(start=(9, 2))
    assert error.value.exit_code == 2


def test_results_with_faults_are_an_error_with_the_answer(small):
    assert knightsweep.call("verify", small)
    small.write_bytes(small.read_bytes().replace(b"2213", b"2214"))
    with pytest.raises(knightsweep.Error) as error:
        knightsweep.call("verify", small)
    assert error.value.exit_code == 1 and error.value.answer


def test_an_experiment_is_run_and_resumed(tmp_path):
    experiment = tmp_path / "two boards.toml"
    experiment.write_text('boards = ["5x5", "3x4"]\nstarts = "all"\norders = "fig2"\nbudget = "30k"\n')
    out = tmp_path / "two boards.csv"
    first = knightsweep.run(experiment, out=out)
    assert (first["csv"], first["finished"], first["sealed"]) == (str(out), 37, True)
    assert knightsweep.run(experiment, out=out)["finished"] == 0
    assert len(knightsweep.read(out, "rows")) == 37


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_run_keeps_its_rows(tmp_path):
    out = tmp_path / "long.csv"
    program = f"import knightsweep; knightsweep.run(board='6x6', starts='all', orders='sample:3000', budget='1M', engine='step', out={str(out)!r})"
    # Shells start what they put into the background with SIGINT ignored.
    heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed)
    while not out.exists() or out.stat().st_size < 2_000:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)  # To Python alone, as a notebook does.
    assert b"KeyboardInterrupt" in process.communicate()[1]
    assert not list(tmp_path.glob("*.lock"))
    assert "ended" in knightsweep.sidecar(out)["sessions"][0]


@pytest.mark.skipif(not importlib.util.find_spec("pandas"), reason="without pandas")
def test_the_examples_of_the_document_run(tmp_path, monkeypatch):
    (tmp_path / "experiments").symlink_to(RESULTS.parent / "experiments")
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", (DOCUMENTS / "python.md").read_text(), re.S)
    names = {}
    exec("\n".join(examples), names)
    [summary] = knightsweep.call("summarize", "six.csv", where="order=fig2")
    six = names["knightsweep"].read("six.csv")
    cost = six["checks"].astype("Float64").mask(six["limit"].notna(), float("inf"))
    assert cost[six["order"] == "12345678"].median(skipna=False) == summary["checks_median"]


def test_the_module_is_the_program():
    command = [sys.executable, "-m", "knightsweep"]
    version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith("knightsweep ")
    assert subprocess.run([*command, "solve", "--board", "3x3", "--quiet"], capture_output=True).returncode == 3
