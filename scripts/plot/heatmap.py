#!/usr/bin/env python3
"""Heat map of the median checks from each start square.

A job that its budget stopped is above every count, so a square whose median job was stopped is hatched. Squares
without jobs are white. Needs scripts/plot/requirements.txt.
"""

import argparse
import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.colors import LogNorm
from matplotlib.patches import Rectangle


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="example: heatmap.py results/all-starts.csv all-starts.pdf")
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.csv")
    parser.add_argument("out", nargs="?", type=pathlib.Path, metavar="OUT", help="PNG, SVG or PDF [default: heatmap.png]")
    parser.add_argument("--board", metavar="ROWSxCOLS", help="the board to draw, if the file has several")
    arguments = parser.parse_args()
    rows = read(arguments.file)
    if arguments.board:
        rows = rows[rows["board"] == arguments.board]
    if rows.empty:
        sys.exit(f"{arguments.file}: no rows" + (f" of board {arguments.board}" if arguments.board else " yet"))
    for column in ["board", "rule", "goal", "budget"]:
        values = rows[column].fillna("none").unique()
        if len(values) > 1:
            hint = "choose one with --board" if column == "board" else "draw a file with one"
            sys.exit(f"{arguments.file}: several values of {column} ({', '.join(map(str, values))}); {hint}")
    draw(rows, arguments.file.name, arguments.out or pathlib.Path("heatmap.png"))


def read(file):
    # Counts may be above 2^64, so they are read as text. Floats are enough for a picture.
    try:
        rows = pd.read_csv(file, dtype={"order": str, "checks": str, "nodes": str, "budget": str})
    except (OSError, pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        sys.exit(f"{file}: {error}")
    missing = {"rows", "cols", "start_row", "outcome", "checks"}.difference(rows.columns)
    if missing:
        sys.exit(f"{file}: this is not a results file: it has no column `{min(missing)}`")
    rows["board"] = rows["rows"].astype(str) + "x" + rows["cols"].astype(str)
    # A stopped job is above its budget, a stuck one is never decided, one out of memory or time is unknown, and so is one without a count.
    rows["cost"] = rows["checks"].astype(float)
    rows.loc[rows["outcome"].isin(["budget", "stuck"]), "cost"] = math.inf
    rows.loc[rows["outcome"].isin(["memory", "time", "unknown"]), "cost"] = math.nan
    return rows


def draw(rows, name, out):
    height, width = int(rows["rows"].iloc[0]), int(rows["cols"].iloc[0])
    squares = rows.groupby(["start_row", "start_col"])["cost"]
    # `median` would pass over the unknown ones.
    medians = squares.apply(lambda costs: costs.median(skipna=False))
    board = medians.unstack().reindex(index=range(1, height + 1), columns=range(1, width + 1))
    counted = board.where(board < math.inf)

    cell = min(0.6, 8 / max(height, width))
    figure, axes = plt.subplots(figsize=(max(width * cell, 1.2) + 1.8, height * cell + 1.4), layout="constrained")
    extent = (0.5, width + 0.5, height + 0.5, 0.5)
    if counted.notna().any(axis=None):
        image = axes.imshow(counted.astype(float), norm=LogNorm(), cmap="viridis_r", extent=extent)
        bar = figure.colorbar(image, ax=axes, label="median checks", shrink=0.9)
        bar.ax.tick_params(labelsize=8)
    axes.set(xlim=extent[:2], ylim=extent[2:], aspect="equal")
    for (row, column), median in medians.items():
        if not median < math.inf:
            corner = (column - 0.5, row - 0.5)
            axes.add_patch(Rectangle(corner, 1, 1, hatch="////", facecolor="#f4f4f4", edgecolor="#bbb", linewidth=0))
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set(xlabel="start_col", ylabel="start_row")
    first = rows.iloc[0]
    budget = "no budget" if pd.isna(first["budget"]) else f"budget {int(first['budget']):,}"
    about = f"{first['board']}, rule {first['rule']}, goal {first['goal']}, {budget}, orders: {rows['order'].nunique()}"
    figure.suptitle(f"{name}\n{about}\nhatched: the median job was stopped, stuck, or out of memory or time", fontsize=8)
    figure.savefig(out, dpi=200)


if __name__ == "__main__":
    main()
