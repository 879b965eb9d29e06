#!/usr/bin/env python3
"""Draws times.vl.json without a browser. Usage: times.py FILE.csv [OUT.svg|OUT.png]

Needs scripts/plot/requirements.txt. Fails unless there is a point for every job with checks and a time.
"""
import csv
import json
import pathlib
import sys

import vl_convert

file = pathlib.Path(sys.argv[1])
out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "times.svg")
spec = json.loads(pathlib.Path(__file__).with_name("times.vl.json").read_text())
# The renderer cannot read files, so the rows become part of the drawing.
spec["data"] = {"values": file.read_text(), "format": spec["data"]["format"]}
spec["title"] = file.name

with file.open(newline="") as lines:
    timed = [row for row in csv.DictReader(lines) if float(row["checks"] or 0) > 0 and float(row["wall_s"] or 0) > 0]
svg = vl_convert.vegalite_to_svg(spec)
points = svg.count('aria-roledescription="point"')
if points != len(timed):
    sys.exit(f"{file}: {points} points for {len(timed)} jobs with checks and a time")
if out.suffix == ".png":
    out.write_bytes(vl_convert.svg_to_png(svg, scale=2))
else:
    out.write_text(svg)
