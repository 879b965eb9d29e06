# Answers of searches.
knightsweep solve --board 5x5 --start 1,1
knightsweep solve --board 5x5 --trace 4
knightsweep solve --board 3x3
knightsweep solve --board 3x4 --goal closed
knightsweep solve --board 4x9 --goal closed --budget 1e6 --engine leap
knightsweep solve --board 8x8 --budget 1000
knightsweep solve --budget 5M --rate 2M
knightsweep solve --board 6x6 --goal closed --start 3,3 --budget 1e9
knightsweep solve --board 1x1
knightsweep solve --board 5x5 --rate 2.5M
knightsweep solve --start 1,2
knightsweep solve --board 5x5 --split-checks
knightsweep solve --board 5x5 --squares 24
knightsweep solve --board 3x3 --split-checks
knightsweep solve --board 3x3 --svg none.svg
knightsweep solve --board 9x9 --start 1,2
knightsweep solve --board 9x9 --start 1,2 --budget 1000
knightsweep solve --start 1,2 --rule warnsdorff-pohl | tail -1
knightsweep solve --board 5x5 --start 1,2 --rule greedy
knightsweep solve --board 8x8 --start 2,4 --order 14237586 --rule greedy
knightsweep solve --board 16x16 --memory 1000T
knightsweep solve --start 2,5 --memory 20M --budget 1e25 --threads 1
knightsweep solve --board 12x12 --engine estimate --precision 99% --rate 2.5M | tail -3
knightsweep solve --board 5x5 --engine estimate --precision 20% | tail -1
knightsweep solve --board 4x13 --engine estimate --precision 20% | tail -3
knightsweep solve --board 9x9 --engine step --time-limit 1s
knightsweep best-order --board 5x5 --starts 1,1
knightsweep best-order --board 5x5 --starts 1,1 --compare-budget 1000
knightsweep best-order --board 5x5 --starts 1,2
knightsweep best-order --board 5x5 --starts corners 1,2 3,3 --quiet
knightsweep best-order --board 3x4 5x5 --starts 1,1 3,3 --limit 20 --quiet
COLUMNS=40 knightsweep best-order --board 5x5 --starts 1,1 3,3 --compare tutorial
COLUMNS=60 knightsweep best-order --board 5x5 --starts 1,1 3,3 --compare tutorial

# Answers of counts.
knightsweep count --board 5x5
knightsweep count --board 6x6 --goal closed
knightsweep count --board 5x5 --start c3
knightsweep count --board 6x6 --goal closed --start 2,5
knightsweep count --board 6x6 --strict
knightsweep count --board 3-5 3x10 --goal open closed
knightsweep count --board 4x10 --goal closed
knightsweep count --board 99x99 --goal closed
knightsweep count --board 6x6 --estimate --format csv --quiet
knightsweep count --board 3x60 --estimate --format csv --quiet
knightsweep count --board 5x5 --start 1,2
knightsweep count --board 4x4
knightsweep count --board 3x60
knightsweep count --board 7x7 --memory 1M
knightsweep count --board 5x5 7x7 --memory 1M --quiet
knightsweep walks --board 6x6 --start 1,1
knightsweep walks --board 1x1
knightsweep walks --board 8x8 --memory 1M
knightsweep walks --board 8x8 --memory 1M --scratch .
knightsweep walks --board 12x12 --estimate --precision 5%
knightsweep construct --board 7x9 --start 1,2
knightsweep construct --board 5x6

# Plans.
knightsweep plan --board 5-6 --starts corners --orders sample:40 --no-estimate
knightsweep plan --board 5x5 6x6 --goal closed --no-estimate
COLUMNS=60 knightsweep plan --board 5x5 6x6 --goal closed --no-estimate
knightsweep plan --board 5x5 --goal open closed --skip-impossible --no-estimate
