# Groups of jobs: which jobs are in them, in which columns, in which order.
for rule in fixed warnsdorff; do knightsweep sweep --board 5x5 6x6 --starts corners --budget 1e5 --rule $rule --quiet --out $rule.csv; done
for where in '' '--where rule=fixed' '--where rows>5 --where start=1,1 --where start=a1' '--where checks<=1e5 --where board=6x6' '--where order=2,1,8,7,6,5,4,3 --where order=1-2-3-4-5-6-7-8'; do knightsweep summarize fixed.csv warnsdorff.csv --by rule $where --columns jobs --format csv; done
knightsweep summarize fixed.csv warnsdorff.csv --by rule,start --sort -checks_median,start --top 3
knightsweep summarize fixed.csv warnsdorff.csv --by rule,start --sort -checks_median,start --top 3 --format csv | cut -d, -f1-12
knightsweep summarize fixed.csv warnsdorff.csv --by 'board, start,board' --sort 'start, -checks_median' --columns jobs --format csv
for columns in checks_total,jobs jobs,board; do knightsweep summarize fixed.csv --by board --columns $columns --format csv; done; knightsweep summarize fixed.csv --by board --columns jobs --format latex; knightsweep summarize fixed.csv --by board --columns tour --json
knightsweep summarize fixed.csv --columns tour --all-columns
COLUMNS=70 knightsweep summarize fixed.csv warnsdorff.csv --by rule,board,start; knightsweep summarize fixed.csv warnsdorff.csv --by rule,board,start | head -4
mkdir a b; cp fixed.csv a/x.csv; cp fixed.csv b/x.csv; for files in 'a/x.csv b/x.csv' 'a/x.csv fixed.csv'; do knightsweep summarize $files --by file --columns jobs --format csv; done

# Groups are apart by what differs, and budgets keep their name beside the jobs that they stopped.
for budget in 100 '100 200'; do knightsweep sweep --board 4-5 --starts corners --orders fig2 --budget $budget --quiet --fresh --out "$(echo $budget | tr -d ' ').csv"; knightsweep summarize "$(echo $budget | tr -d ' ').csv" --columns jobs,budget --format csv; done
knightsweep summarize 100200.csv --by budget --format csv | cut -d, -f1-6
knightsweep sweep --board 5x5 --starts 1,1 --orders fig2 87654321 --budget 1e5 --quiet --out x.csv; knightsweep summarize x.csv --by order; for format in csv markdown; do knightsweep summarize x.csv --by order --columns jobs --format $format; done

knightsweep sweep --board 3x3 3x4 --starts corners --budget 5000 --quiet --out y.csv; knightsweep summarize y.csv --by rows,cols,outcome --format csv | cut -d, -f1-32; knightsweep summarize y.csv --by rows,cols,outcome; knightsweep summarize y.csv --by rows,cols,outcome --all-columns | grep -c exponent_median

jobs 8,8,1,1,12345678,fixed,,tour,340282366920938463463374607431768211455 > 'with, comma.csv'; jobs 8,8,1,1,12345678,fixed,7,budget,7 8,8,1,2,12345678,fixed,,tour,64 > a_b.csv; for format in table csv markdown latex json; do summary a_b.csv 'with, comma.csv' --by file,budget --columns checks_max,checks_mean,exponent_median,success_rate --format $format; done

# Statistics are over all jobs, and those of decided jobs say so.
jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,2,1,12345678,fixed,,none,512 8,8,3,1,12345678,fixed,1000,budget,1000 > x.csv; summary x.csv --by rule --json | tr , '\n' | grep -v _s_
jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,3,1,12345678,fixed,1000,budget,1000 > half.csv; jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,3,1,12345678,fixed,,memory, > unknown.csv; for file in half.csv unknown.csv; do summary $file --by rule --columns checks_median,checks_median_above,exponent_median,checks_min,orders_min,checks_min_orders --format csv; done
jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,1,2,12345678,fixed,,none,300 8,8,1,3,12345678,fixed,1000,budget,1000 8,8,1,4,12345678,fixed,1000,budget,1000 > documented.csv; summary documented.csv --by rule --columns checks_min,checks_median,checks_max,decided_checks_median,success_rate_low,success_rate_high
jobs 8,8,1,1,12345678,greedy,,stuck,64 8,8,2,1,12345678,greedy,,tour,64 8,8,3,1,12345678,greedy,,stuck,64 8,8,1,1,12345678,fixed,,none,512 > rates.csv; summary rates.csv --by rule --columns jobs,impossible,success_rate
jobs 8,8,1,1,12345678,fixed,,tour,340282366920938463463374607431768211455 8,8,1,2,12345678,fixed,,tour,1 > large.csv; summary large.csv --columns checks_total,checks_max --format csv; summary large.csv --where start=1,1 --columns checks_total --format csv
knightsweep sweep --board 1x1 --orders sample:20 --quiet --out orders.csv; summary orders.csv --columns orders_min,checks_min_orders --format csv
jobs 8,8,1,1,12345678,fixed,,none,8 8,8,2,1,12345678,fixed,,tour,64 8,8,3,1,12345678,fixed,,none,16 > mixed.csv; summary mixed.csv --by outcome,rows --columns jobs,exponent_median --format csv
jobs 8,8,1,1,12345678,fixed,,tour,900 8,8,2,1,12345678,fixed,,memory, 8,8,3,1,12345678,fixed,,tour,64 8,8,4,1,12345678,fixed,900,budget,900 8,8,5,1,12345678,fixed,,tour,900 > sorted.csv; for sort in checks_median -checks_median -tour,-start_row; do summary sorted.csv --by board,start_row --sort $sort --columns start_row --format csv | tr '\n' ' '; done; echo
jobs 10,10,1,1,12345678,fixed,,tour,64 > a.csv; jobs 9,9,1,1,12345678,fixed,,tour,64 > b.csv; summary a.csv b.csv --by board,file --sort board --columns jobs
jobs 8,8,1,1,12345678,fixed,,tour,64 8,5,1,1,12345678,greedy,7,tour,64 > two.csv; for by in order board,rule; do knightsweep summarize two.csv --by $by --columns jobs; done

# Narrow tables keep the columns that say most: outcomes that occur, and those by which rows are sorted.
jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,2,1,12345678,fixed,1000,budget,1000 > x.csv; for width in 200 66 50; do COLUMNS=$width knightsweep summarize x.csv --by board; done
jobs 8,8,1,1,12345678,greedy,,stuck,10 $(seq 2 5 | sed 's/.*/8,8,&,1,12345678,greedy,1000,budget,1000/') > x.csv; for width in 69 38; do COLUMNS=$width knightsweep summarize x.csv --by board; done; jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,2,1,12345678,fixed,,tour,65 > y.csv; for sort in checks_mean success_rate; do COLUMNS=36 knightsweep summarize y.csv --by board --sort $sort; done

# Conditions that are none, and those that no job meets.
jobs $(seq 8 | sed 's/.*/8,8,&,1,12345678,fixed,,tour,64/') > x.csv
for where in rule ruel=fixed rule=fixd 'rule<fixed' checks=lots start=z board=8 order=all 'order=1 2 3 4 5 6 7 7' success=yes rows=x start_class=1 'a!b'; do knightsweep summarize x.csv --where "$where"; done 2>&1 | grep -v "^For more"
knightsweep summarize x.csv --where start=9,9 --where rule=greedy; for column in budget seed; do knightsweep summarize x.csv --where $column=5 2>&1 | tail -1; summary x.csv --where $column=none --columns jobs --format csv; done
mkdir a; cp x.csv a/b.csv; for where in file=1 file=x.csv file=a/b.csv file=b.csv file!=b.csv; do summary x.csv a/b.csv --where $where --by file --columns jobs --format csv; done; for where in file=c.csv file!=c.csv; do knightsweep summarize x.csv a/b.csv --where $where 2>&1 | tail -1; done
mkdir b; cp x.csv b/x.csv; summary b/x.csv x.csv --where file=x.csv --by file --columns jobs --format csv; cp x.csv a/x.csv; knightsweep summarize a/x.csv b/x.csv --where file=x.csv 2>&1 | tail -1

# Comparisons: which sides there are, what is undecided, and what contradicts.
for rule in fixed warnsdorff; do knightsweep sweep --board 5x5 --starts all --orders fig2 tutorial --budget 1e4 --rule $rule --quiet --out $rule.csv; done
knightsweep compare fixed.csv warnsdorff.csv; knightsweep compare fixed.csv warnsdorff.csv --where start=1,1 | tail -1
knightsweep compare fixed.csv warnsdorff.csv --pairs --format csv | head -4; knightsweep compare fixed.csv warnsdorff.csv --format markdown | head -4
for options in '--between outcome' '--between rule' '--between order --values fig2' '--between order --values fig2 12345678' '--between order --values fig2 87654321'; do knightsweep compare fixed.csv $options; done
for width in 40 60; do COLUMNS=$width knightsweep compare fixed.csv warnsdorff.csv --pairs --top 2; done; COLUMNS=50 knightsweep compare fixed.csv warnsdorff.csv --between start --values 1,1 5,5 1,5 5,1
for engine in step leap; do knightsweep sweep --board 5x5 --starts corners --budget 1e6 --engine $engine --quiet --out $engine.csv; done; knightsweep compare step.csv leap.csv --between engine | tail -1
for other in tour,64 tour,65 none,64 budget,100 memory,; do (jobs 8,8,1,1,12345678,fixed,,tour,64; echo "8,8,1,1,12345678,fixed,,$other,open,leap" | sed 's/,,budget/,100,budget/') > x.csv; knightsweep compare x.csv --between engine | tail -1; done
jobs 8,8,1,1,12345678,fixed,,tour,64 8,8,1,1,21876543,fixed,,none,70 > x.csv; knightsweep compare x.csv --between order

# A search counts once, whatever the files, engines and budgets of its rows.
knightsweep sweep --board 5x5 --starts all --orders fig2 --budget 1M --quiet --out all.csv; knightsweep sweep --board 5x5 --starts corners --orders fig2 tutorial --budget 1M --quiet --out two.csv
for asked in '' '--by file' '--where file=two.csv' '--where file=two.csv --where file=all.csv'; do knightsweep summarize all.csv two.csv $asked --columns jobs --format csv; done
rm two.meta.json; sed -n 2p two.csv >> two.csv; for asked in '' '--by file'; do summary all.csv two.csv $asked --columns jobs --format csv; done
knightsweep sweep --board 5x5 --starts all --budget 1M --engine auto --quiet --out auto.csv; knightsweep sweep --board 5x5 --starts all --budget 1M --engine step leap --quiet --out both.csv
for files in both.csv 'auto.csv both.csv' 'both.csv auto.csv'; do for asked in '--by rule' '--by engine' '--by rule --where engine=leap' '--by rule --where engine!=auto' '--by rule --where file!=auto.csv' '--by file'; do summary $files $asked --columns jobs --format csv | tail -n +2 | tr '\n' ' '; done; echo; done
(head -1 both.csv; grep ,step, both.csv | tail -n +5; grep ,leap, both.csv; grep ,leap, both.csv | head -4) > unfinished.csv; python3 -c 'import json; it = json.load(open("both.meta.json")); it["sealed"] = it["results_sha256"] = None; json.dump(it, open("unfinished.meta.json", "w"))'; for where in engine=step engine=leap rule=fixed; do knightsweep summarize unfinished.csv --where $where 2>&1 > /dev/null; done
(jobs 5,5,1,1,12345678,fixed,,tour,70624; echo 5,5,1,1,12345678,fixed,,tour,70625,open,leap) > other.csv; knightsweep summarize other.csv
awk -F, -v OFS=, '{ print } NR == 3 { $12 = "none"; $14 += 8; print }' all.csv | cut -d, -f1-14 > wrong.csv; cut -d, -f1-14 all.csv > right.csv; knightsweep summarize wrong.csv; awk 'NR != 3' wrong.csv > other.csv; knightsweep summarize right.csv other.csv; knightsweep compare right.csv other.csv | tail -1

# Sides of a comparison: orders, starts, files; conditions tell them apart.
for rule in fixed warnsdorff; do knightsweep sweep --board 5x5 --starts all --orders fig2 tutorial --budget 1e4 --rule $rule --quiet --out $rule.csv; done
knightsweep compare fixed.csv --format csv; for options in '' '--values tutorial fig2' '--values 2,1,8,7,6,5,4,3 1-2-3-4-5-6-7-8'; do knightsweep compare fixed.csv warnsdorff.csv --between order $options --format csv | cut -d, -f1-9; done
knightsweep compare fixed.csv --between start --reference 1,1 --where order=fig2 --format csv | cut -d'"' -f2,4 | sort | uniq -c | wc -l
for where in file!=3 start=1,1 file=1 file!=2 file=warnsdorff.csv file=3; do knightsweep compare fixed.csv warnsdorff.csv --where $where --format csv 2>&1 | cut -d, -f1-3 | tail -1; done
for starts in '1,1 1,3' corners; do knightsweep sweep --board 5x5 --budget none --engine auto estimate --precision 50% --starts $starts --orders fig2 --quiet --out "$(echo $starts | tr -d ' ,').csv"; done; texts 1113.csv corners.csv --kind pairs --between file | tail -3
knightsweep compare fixed.csv warnsdorff.csv --pairs --json | grep -v '"ratio":null' | head -3; knightsweep plot fixed.csv --between order; knightsweep plot fixed.csv --between order --kind ecdf --out -

# Rows of other programs that cannot be read are named.
jobs 5,6,1,2,12345678,fixed,,tour,70624 5,6,2,1,21876543,fixed,100000,budget,100000 > x.csv
for change in 's/70624/-5/' 's/70624//' 's/tour,70624/memory,8/' 's/open/opne/' 's/^5,6,1/5,6,9/' 's/^5,/0,/' 's/70624/70624,/' 's/BUDGET/budget/; 3s/budget/BUDGET/' '2s/^/\n\n/; s/70624/-5/' 's/70624/-5/; s/$/\r/' 's/100000,budget,100000/,budget,/'; do sed "$change" x.csv > y.csv; knightsweep summarize y.csv 2>&1 | tail -1; done
for checks in 9007199254740991.0 9007199254740992.0 1.8446744073709552e+19 7.06E+04 70624.5 7.0624e+04 70624.000; do sed "s/70624/$checks/" x.csv > y.csv; knightsweep summarize y.csv --where outcome=tour --columns checks_max --format csv 2>&1 | tail -1; done
for column in 1 2 3 4 5 6 7 8 9 10 11; do cut -d, --complement -f$column x.csv > y.csv; knightsweep summarize y.csv 2>&1 | tail -1; done
for change in 's/,/;/g' 's/,/\t/g'; do sed "$change" x.csv > y.csv; knightsweep summarize y.csv; done; iconv -t UTF-16 x.csv > y.csv; knightsweep summarize y.csv; tr '\n' '\r' < x.csv > y.csv; knightsweep summarize y.csv
for text in hello 'job,rows\n1,2' '' '<svg>'; do printf "$text\n" > y.csv; knightsweep summarize y.csv; done
