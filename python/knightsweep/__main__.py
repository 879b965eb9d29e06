"""Runs the program with the arguments of `python -m knightsweep`."""

import subprocess
import sys

from . import program

try:
    sys.exit(subprocess.run([program(), *sys.argv[1:]]).returncode)
except KeyboardInterrupt:  # The program got the signal too, and has said what it saved.
    sys.exit(130)
