# One search as JSON, with numbers as texts where readers would round them, and its time at a rate.
json() { knightsweep solve --json --quiet "$@" | sed 's/,"mirrored.*//'; }; json --board 5x5 --start a5; json --board 9x9 --start 1,2
for seed in 9007199254740992 9007199254740993; do knightsweep solve --board 5x5 --rule greedy-random --json --seed $seed | grep -o '"seed":[^,]*'; done
for options in '--board 5x5 --rate 1k' '--budget 5 --rate 1k' '--board 5x5' '--board 12x12 --engine estimate --precision 99% --rate 2.5M'; do knightsweep solve --json --quiet $options | tr , '\n' | grep -e '"rate' -e '"checks_estimate'; done
for budget in 66005601 66005600; do knightsweep solve --json --quiet --budget $budget | tr , '\n' | grep -e '"outcome' -e '"checks"'; done

# Paths of some squares, and the checks told apart.
for options in '--squares 64' '--squares 64 --budget 66005600' '--board 3x3 --squares 9' '--board 3x3 --squares 8'; do knightsweep solve --json --quiet $options | tr , '\n' | grep -e '"outcome' -e '"checks"'; done
for options in '' '--board 5x5 --budget 1000' '--board 5x5 --squares 20' '--board 5x5 --engine step'; do knightsweep solve --split-checks --json --quiet $options | tr , '\n' | grep -e '"checks[^_]' -e '"checks_[omv]'; done; knightsweep solve --split-checks --quiet | tail -1
knightsweep solve --squares 5 --json --quiet | grep -c checks_off_board

# The checks one by one, and the nodes at each depth.
knightsweep solve --board 3x3 --trace 5 --format csv; knightsweep solve --board 3x3 --trace 1000 --json | grep -c '"check":[0-9]'; knightsweep solve --board 3x3 --trace 1000 --json | tail -2
for budget in 3 18446744073709551616; do knightsweep solve --board 3x3 --trace 1000 --budget $budget --json | wc -l; done
knightsweep solve --board 5x5 --start 1,2 --profile --format csv > depths.csv; head -3 depths.csv; awk -F, '{ nodes += $8 } END { print nodes }' depths.csv; knightsweep solve --board 5x5 --profile --format csv > other.csv; texts depths.csv | head -1; texts depths.csv other.csv | head -1
knightsweep solve --start 1,2 --profile --json --quiet | sed -n '22p; 53p'
for wrong in '--profile --trace 5' '--profile --engine leap' '--format csv'; do knightsweep solve $wrong; done; knightsweep best-order --board 5x5 --starts 1,1 --moves-as c --format table

# How moves were read, and the other reading.
for moves in '' --xy; do knightsweep solve --board 5x5 --json $moves --moves '2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1' | tr , '\n' | grep -e '"order' -e '"moves'; done
knightsweep solve --board 5x5 --json --moves 'row, col = 2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1' | tr , '\n' | grep '"moves'

# Plans: what would run.
knightsweep plan --board 5-6 --starts corners --orders all --no-estimate
knightsweep plan --board 3x3 --starts 1,1 --rule warnsdorff-random fixed --seeds 7-8 --list

# Rows of runs, without what says how they came about.
knightsweep sweep --board 5x5 --starts all --orders fig2 --budget 100k --engine step --quiet --out x.csv; head -4 x.csv | cut -d, -f1-23; knightsweep verify x.csv --recompute 5
for seeds in '3 1-2' '3 1-2' 4 '4 3 1-2'; do knightsweep sweep --board 5x5 --starts 1,1 2,2 --rule greedy-random --symmetry reduce --seeds $seeds --out s.csv; done; cut -d, -f1-16 s.csv

# Constructed tours are tours.
knightsweep construct --board 9x11 --start 3,5 --first 1 > t.txt; head -1 t.txt; tail -1 t.txt; knightsweep verify t.txt; knightsweep construct --board 30x7 --goal closed --json > t.json; knightsweep verify t.json; tr , '\n' < t.json | grep -e '"closed' -e '"goal' -e '"outcome' -e '"success'
for board in 12x12 40x41; do knightsweep construct --board $board --out u.txt; knightsweep verify u.txt; done
