# Counts of tours in every form.
for count in '5x5 --starts all' '5x5 --starts corners 3,3' '5x5 --start c3' '6x6 --goal closed' '5x6 --strict --start 1,1' '12x4 --all-lengths' '3x84 --goal closed'; do knightsweep count --format csv --board $count; done
knightsweep count --board 6x6 --goal closed --starts --format csv | cut -d, -f6 | uniq -c
for count in '5x5 3x10 --goal closed' '5x5' '1x2 --all-lengths' '5x6 --strict'; do knightsweep count --json --quiet --board $count; done | sed 's/,"states".*//'; knightsweep count --board 5x5 --starts --json | head -2
knightsweep count --board 3x200 --goal closed; knightsweep count --board 3x200 --goal closed --json | cut -d, -f6-7
for wrong in '5x5 --starts 9,9' '4x12 --all-lengths --strict' '4x12 --all-lengths --starts' '5x5 --estimate --start 1,1' '5x5 --estimate --starts all' '5x5 --estimate --strict' '5x5 --estimate --all-lengths' '5x5 --precision 1%' '17x17 --estimate'; do knightsweep count --board $wrong; done

# The quickest orders from each start, beside the order of Fig. 2.
knightsweep best-order --board 5x5 --starts corners 1,2 --format csv --quiet
for limit in '' '--limit 20'; do knightsweep best-order --board 4x6 --starts 1,1 2,2 --no-compare $limit --format csv --quiet; done
for compare in --no-compare '--compare-budget 70624' '--compare-budget 70623'; do knightsweep best-order --board 5x5 --starts 1,1 $compare --json --quiet; done
knightsweep best-order --board 8x8 --starts 1,4 --memory 1M --json --quiet
knightsweep best-order --board 3x4 --starts 1,1 --quiet; knightsweep best-order --board 3x4 --starts 1,1 --quiet --format csv | wc -w
knightsweep best-order --board 5x5 --starts corners --quiet --out best.csv; sed 's/70624/70625/' best.csv > changed.csv; cp best.meta.json changed.meta.json; knightsweep plot changed.csv --data - | wc -l; for file in best changed; do knightsweep verify $file.csv; done; for command in summarize report; do knightsweep $command best.csv; done

# Chances of random walks; the first is the example of LeetCode 688.
for board in '3x3 --moves 2 --start 1,1' '8x8 --moves 30 --start 7,5' '3x3 --moves 2'; do knightsweep probability --board $board; done
for format in table markdown json; do knightsweep probability --board 3x3 --moves 2 --start 1,1 --format $format; done; knightsweep probability --board 1x1 --moves 0 --json
for moves in 2 30; do knightsweep probability --board 8x8 --start 4,4 --moves $moves --json; done
knightsweep probability --board 8x8 --moves 3000 --start 4,4 --json --quiet | grep -o 'probability":.*'
knightsweep probability --moves 300 --start 4,4 --format table; COLUMNS=900 knightsweep probability --moves 300 --start 4,4 --format table

# Estimates of checks: left out of summaries unless they are asked for, also beyond all counts.
knightsweep sweep --board 5x5 --starts 1,1 1,2 1,3 --orders fig2 tutorial --budget none --engine leap estimate --precision 5% --quiet --out x.csv
for options in '' --with-estimates '--with-estimates --by engine' '--by engine' '--where engine=leap'; do knightsweep summarize x.csv $options; done
(echo rows,cols,start_row,start_col,order,rule,goal,engine,budget,seed,precision,outcome,checks,checks_estimate,checks_low,checks_high,heavy_tailed; for row in 1:tour,,2e51,2e51,2e51,true 2:tour,,1e20,1e20,1e20,false 3:tour,,9.5e63,9.5e63,9.5e63,true 4:unknown,,,,,; do echo $row | sed 's/^/12,12,1,/; s/:/,12345678,fixed,open,estimate,,1,99%,/'; done) > large.csv
for where in '' '--where outcome=tour' '--where start=1,1 --where start=1,2' '--where checks>1e30' '--where checks<1e30'; do summary large.csv --with-estimates $where --columns jobs,decided,unknown,estimated,heavy_tailed,checks_min,orders_min,checks_median,checks_median_above,checks_mean,checks_max,checks_total,exponent_median,decided_checks_median --format csv; done
knightsweep summarize large.csv --with-estimates --where outcome=tour --all-columns; knightsweep summarize large.csv --with-estimates > /dev/null; summary large.csv --with-estimates --where outcome=tour --columns checks_median,checks_min --json
