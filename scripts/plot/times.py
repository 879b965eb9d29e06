#!/usr/bin/env python3
"""Draws times.vl.json, checks against time, without a browser.

Only jobs of engine `step` are drawn: engine `leap` shares work among jobs, so the time of one of them means little.
Needs scripts/plot/requirements.txt. Fails unless there is a point for every such job with checks and a time.
"""

import argparse
import csv
import json
import pathlib
import sys

import vl_convert


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog="example: times.py results/all-starts.csv times.svg")
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.csv")
    parser.add_argument("out", nargs="?", type=pathlib.Path, metavar="OUT", default=pathlib.Path("times.svg"), help="SVG or PNG [default: times.svg]")
    arguments = parser.parse_args()
    spec = json.loads(pathlib.Path(__file__).with_name("times.vl.json").read_text())
    try:
        text = arguments.file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{arguments.file}: {error}")
    # The renderer cannot read files, so the rows become part of the drawing.
    spec["data"] = {"values": text, "format": spec["data"]["format"]}
    spec["title"] = arguments.file.name

    rows = list(csv.DictReader(text.splitlines()))
    missing = {"engine", "checks", "wall_s"}.difference(rows[0] if rows else [])
    if missing:
        sys.exit(f"{arguments.file}: this is not a results file: it has no column `{min(missing)}`, or no rows")
    timed = [row for row in rows if row["engine"] == "step" and float(row["checks"] or 0) > 0 and float(row["wall_s"] or 0) > 0]
    if not timed:
        sys.exit(f"{arguments.file}: no job of engine `step` has checks and a time; run the experiment with --engine step")
    svg = vl_convert.vegalite_to_svg(spec)
    points = svg.count('aria-roledescription="point"')
    if points != len(timed):
        sys.exit(f"{arguments.file}: {points} points for {len(timed)} jobs with checks and a time")
    if arguments.out.suffix == ".png":
        arguments.out.write_bytes(vl_convert.svg_to_png(svg, scale=2))
    else:
        arguments.out.write_text(svg)


if __name__ == "__main__":
    main()
