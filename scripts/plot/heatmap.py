#!/usr/bin/env python3
"""Heat map of the checks from each start square. Usage: heatmap.py FILE.csv [OUT.png]

Needs scripts/plot/requirements.txt. Jobs that their budget stopped are hatched: their checks are no count.
"""
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.colors import LogNorm

file = sys.argv[1]
out = sys.argv[2] if len(sys.argv) > 2 else "heatmap.png"
# Counts may be above 2^64, so they are read as text. Floats are enough for a picture.
rows = pd.read_csv(file, dtype={"order": str, "checks": str, "nodes": str, "budget": str})
rows["checks"] = rows["checks"].astype(float)
if rows.empty:
    sys.exit(f"{file}: there are no rows yet")
boards = rows[["rows", "cols"]].drop_duplicates()
if len(boards) > 1:
    sys.exit(f"{file}: several boards: draw one at a time, from rows of one board")
board = boards.iloc[0]

decided = rows[rows["outcome"].isin(["tour", "none"])]
median = decided.pivot_table(index="start_row", columns="start_col", values="checks", aggfunc="median")
median = median.reindex(index=range(1, board["rows"] + 1), columns=range(1, board["cols"] + 1))

figure, axes = plt.subplots(figsize=(6, 6))
norm = LogNorm() if decided["checks"].gt(0).any() else None
image = axes.imshow(
    median, norm=norm, cmap="viridis_r", extent=(0.5, board["cols"] + 0.5, board["rows"] + 0.5, 0.5)
)
solved = decided.set_index(["start_row", "start_col"]).index
for square in rows.set_index(["start_row", "start_col"]).index.unique().difference(solved):
    corner = (square[1] - 0.5, square[0] - 0.5)
    axes.add_patch(plt.Rectangle(corner, 1, 1, hatch="///", facecolor="#eee", edgecolor="#777"))
axes.set(xlabel="start_col", ylabel="start_row", title=f"{pathlib.Path(file).name}: median checks of decided jobs")
figure.colorbar(image, label="checks", fraction=0.046)
figure.savefig(out, dpi=150)
