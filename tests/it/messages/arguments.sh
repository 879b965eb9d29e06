# Faults of an experiment file, with the file, the line, the key and what to write.
printf 'boards = "8x8"\nstarts = "all"\norders = "fig2"\nbudget = "100M"\n' > good.toml
(cat good.toml; echo 'buget = 5') > unknown-key.toml
sed 's/all/9,1/' good.toml > off-board.toml
sed 's/fig2/11345678/' good.toml > repeated-digit.toml
sed 's/100M/0/' good.toml > no-checks.toml
sed 's/8x8/33x33/' good.toml > too-large.toml
sed 's/fig2/tutorail/' good.toml > misspelt.toml
sed 's/"all"/"all/' good.toml > broken.toml
sed 's/^starts/# starts/' good.toml > missing.toml
(cat good.toml; echo 'rule = "random"') > rule.toml
(cat good.toml; echo 'goal = "close"') > goal.toml
for file in unknown-key off-board repeated-digit no-checks too-large; do knightsweep run $file.toml; done
for file in misspelt broken missing rule goal; do knightsweep run $file.toml; done
knightsweep run good
knightsweep run gone.toml
knightsweep run good.toml good.toml --out x.csv
mkdir other; cp good.toml other; knightsweep run good.toml other/good.toml

# Faults of flags.
knightsweep sweep --board 8 --out x.csv
knightsweep count --board 7
knightsweep sweep --starts '1;1' --out x.csv
knightsweep sweep --budget lots --out x.csv
knightsweep sweep --out x.txt
knightsweep sweep --out .
knightsweep sweep --shard 5/4 --out x.csv
knightsweep solve --board 17x17
knightsweep solve --starts 1,1
knightsweep solve --order random
knightsweep solve --order tutorail
knightsweep solve --order al
knightsweep solve --order 1234567
knightsweep solve --start zz
knightsweep solve --start corners
knightsweep solve --start 0,0
knightsweep solve --budget 1,00
knightsweep solve --budget 1M,2M
knightsweep solve --rate none
knightsweep solve --xy
knightsweep solve --board 3x3 --trace 5 --engine leap
knightsweep solve --board 5x5 --svg x.txt
knightsweep solve --board 5x5 --svg tour.pdf
knightsweep best-order --compare all
knightsweep plan --rule fixed warnsdorff --engine step leap
knightsweep plan --rule fixed greedy --board 17x17
knightsweep plan --rule fixed warnsdorff --seeds 3
knightsweep sweep --board 5x5 --goal closed --skip-impossible --out z.csv
knightsweep solve --rule greedy --engine leap
knightsweep solve --rule warnsdorff --seed 3
knightsweep solve --rule greedy-random --seeds 1-3
knightsweep solve --rule greedy-random --seed 3-1
knightsweep solve --rule greedy-random --seed 1-99999999
knightsweep solve --rule gredy
knightsweep solve --board 2001x8 --rule greedy
knightsweep solve --board 17x17 --goal closed
knightsweep solve --board 20x8 --rule greedy-squirrel-cull
knightsweep sweep --board 1000x1000 --orders all --rule greedy --out x.csv
knightsweep sweep --out x.csv --engine estimate
knightsweep sweep --out x.csv --engine leap estimate --budget none 1M
knightsweep sweep --out x.csv --engine estimate --budget none --rule greedy
knightsweep sweep --out x.csv --precision 1%
knightsweep sweep --out x.csv --engine estimate --budget none --precision 0
knightsweep walks --board 17x17
knightsweep walks --start 9,9
knightsweep walks --precision 1%
knightsweep walks --estimate --precision 1
knightsweep count --board 18x18
knightsweep count --goal closed --start 7,7
knightsweep count --starts
knightsweep plan --orders fig2,tutorial --starts corners,c3 --budget 1k,2k
knightsweep count --board 6x6 --memory 10
knightsweep count --board 5x5 6x6 --start 1,1
knightsweep count --board 5x5 --goal open closed --out x.csv
knightsweep count --strict --goal closed
knightsweep count --board 5x5 --goal open,closed --quiet
knightsweep count --board 3x900 --all-lengths
knightsweep count --board 7x7 --scratch /dev/null/none
knightsweep construct --board 4x10
knightsweep construct --board 3x10 --start a1 --goal closed
knightsweep construct --out tour.csv

# Numbers that are none.
knightsweep solve --first 2
knightsweep solve --squares few
knightsweep summarize x.csv --top 1.5
knightsweep summarize x.csv --top 0
knightsweep walks --estimate --seed x
knightsweep man --threads 0
for option in --memory --time-limit --threads; do knightsweep solve $option -1; done
knightsweep sweep --board 5x5 --seeds -2 -1

# Options of other programs, and values in the wrong place.
knightsweep solve --n 8
knightsweep solve --start 1 1
knightsweep solve 6x6
knightsweep solve kt.c
knightsweep verify < /dev/null
knightsweep sweep first.toml
knightsweep solve --rule fixed greedy
knightsweep solve --rule fixed,greedy
knightsweep sweep --out x.csv --orders -2,-1
knightsweep solve --moves -2 -1
knightsweep solve --moves 12345678
knightsweep solve --moves .
knightsweep run x.toml --max-checks 5
knightsweep run x.toml --board 6x6
knightsweep summarize x.csv --sort tour -checks_median
knightsweep summarize x.csv --out y.csv
knightsweep man solv
knightsweep solv

# The moves of other programs.
printf 'int xMove[8] = { 2, 1, -1, -2, -2, -1, 1, 2 };\nint yMove[8] = { 1, 2, 2, 1, -1, -2, -2, -1 };\n' > moves.c
echo "print('no moves')" > empty.py
printf '#define N 5\n%s\nint main() { solveKT(0, 2, 1); }\n' "$(cat moves.c)" > program.c
knightsweep solve --board 5x5 --moves '[(-1,-2),(-1,2),(-2,-1),(-2,1),(1,-2),(1,2),(2,-1),(2,1)]'
knightsweep solve --board 5x5 --moves moves.c
knightsweep solve --board 5x5 --moves moves.c --xy
knightsweep solve --board 5x5 --order "xy: $(cat moves.c)"
knightsweep solve --board 6x6 --moves program.c
knightsweep solve --board 6x6 --moves program.c --start 1,1
knightsweep solve --board 5x5 --moves '[(-1,-2),(-1,2),(-2,-1),(-2,1),(1,-2),(1,2),(2,-1),(2,-1)]'
knightsweep solve --board 5x5 --moves '2,1 1,2 -1,2'
knightsweep solve --board 5x5 --moves "$(head -1 moves.c)"
knightsweep solve --order fig2 --moves moves.c
knightsweep solve --moves '2 => (1,2), 1 => (2,1), 3 => (-1,2), 4 => (-2,1), 5 => (-2,-1), 6 => (-1,-2), 7 => (1,-2), 8 => (2,-1)'
knightsweep solve --moves empty.py
knightsweep solve --moves missing.py
knightsweep sweep --board 3x3 --out reused.csv --reuse missing.csv

# Boards, goals and squares that a command does not take.
knightsweep best-order --board 17x17
knightsweep best-order --board 3x100
knightsweep best-order --board 6x6 --goal closed --out x.csv
knightsweep probability --moves 3 --start 9,9
knightsweep probability --moves=-1
knightsweep probability
knightsweep solve --squares 65
knightsweep solve --squares 9 --engine leap
knightsweep solve --split-checks --engine leap
knightsweep solve --split-checks --rule warnsdorff
knightsweep solve --squares 9 --goal closed
knightsweep solve --board 8x8 --board 5x5
knightsweep sweep --board 17x17 --engine leap --budget 1e6 --out x.csv
knightsweep sweep --board 2x128 --starts 1,1 --engine leap --budget 1e6 --quiet --out long.csv
ls
