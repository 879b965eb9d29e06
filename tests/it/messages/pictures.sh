# Heat maps: a budget never looks like a count, and settings are never mixed.
jobs 4,4,1,1,12345678,fixed,,tour,66005601 4,4,1,2,12345678,fixed,,none,80 4,4,1,3,12345678,fixed,,memory, 4,4,1,4,12345678,fixed,,stuck,30 > x.csv; texts x.csv --kind heatmap
jobs 3,3,1,1,12345678,fixed,,tour,64 3,3,1,1,12345678,fixed,5,budget,5 3,3,1,1,12345678,greedy,,tour,63 3,3,1,1,21876543,greedy,,stuck,63 > x.csv; texts x.csv --kind heatmap

# Few orders have panels, many have a median in one, which says over how many it is.
for orders in 3 14; do knightsweep sweep --board 3x4 --starts 1,1 1,2 --orders sample:$orders --budget none --quiet --out x$orders.csv; texts x$orders.csv --kind heatmap; done
knightsweep sweep --board 3x5 --starts 1,1 --orders sample:20 --budget none --quiet --out y.csv; texts x3.csv y.csv --kind heatmap | head -9; texts x14.csv y.csv --kind heatmap | head -9
for orders in 12 13; do knightsweep sweep --board 3x4 --starts 1,1 --orders sample:$orders --budget none --quiet --out x$orders.csv; texts x$orders.csv --kind heatmap | head -2; done
jobs 3,3,1,1,12345678,fixed,,tour,64 3,3,1,2,21876543,fixed,,tour,65 > x.csv; texts x.csv --kind heatmap

# The share of tours is shown where most medians are above the budget or all counts are equal.
knightsweep sweep --board 5x5 --starts 1,1 1,3 2,2 --orders sample:20 --budget 3k --quiet --out x.csv; texts x.csv --kind heatmap
knightsweep sweep --board 5x5 --starts 1,1 1,2 --rule greedy --orders sample:20:2 --quiet --out y.csv; texts y.csv --kind heatmap

# Numbers of one picture are written alike, and squares with jobs of several files say so.
for most in 1000000000000000 6000000000000000000000; do jobs 3,3,1,1,12345678,fixed,,tour,226000000000000000 3,3,1,2,12345678,fixed,,tour,25936253 3,3,1,3,12345678,fixed,,tour,$most > x.csv; texts x.csv --kind heatmap; done
jobs 3,3,1,1,12345678,fixed,,tour,64 3,3,1,2,12345678,fixed,,tour,70 > a.csv; jobs 3,3,1,1,12345678,fixed,7,budget,7 > b.csv; texts a.csv b.csv --kind heatmap | head -1
jobs 1000,1000,1,1,12345678,warnsdorff,,tour,64 > x.csv; knightsweep plot x.csv --kind heatmap --quiet --out -

# Tables with a row for each start square.
printf 'rows,cols,start_row,start_col,outcome,checks_min,fig2_ratio\n5,5,1,1,tour,1107,660.5\n5,5,1,2,none,,\n5,5,1,3,budget,,\n' > best.csv; texts best.csv; texts best.csv --value fig2_ratio
printf 'rows,cols,start_row,start_col,none,success_rate,checks_median,checks_median_above,checks_p90\n8,8,8,1,0,0.25,,900,5\n8,8,1,8,3,0,7,,6\n' > sums.csv; texts sums.csv; texts sums.csv --value checks_median; texts sums.csv --value checks_p90
printf 'rows,cols,start_row,start_col,jobs,tour,none,budget,impossible,checks_min\n5,5,1,1,2,1,1,0,0,107\n5,5,1,2,2,0,0,2,2,\n5,5,1,3,2,0,0,2,0,\n5,5,2,2,2,2,0,0,0,4\n' > jobs.csv; texts jobs.csv
printf 'rows,cols,start_row,start_col,jobs,tour,estimated,checks_median\n5,5,1,1,1,0,1,1.5e40\n5,5,1,3,1,1,0,107\n' > estimates.csv; texts estimates.csv
knightsweep plot best.csv --value x
for row in 1,1,many 9,1,9 1,1 1,1, '1,1,9\n5,5,1,1,8'; do printf "rows,cols,start_row,start_col,checks_min\n5,5,$row\n" > wrong.csv; knightsweep plot wrong.csv; done
printf 'start_row,start_col,tours\n1,2,9\n2,2,4\n' > wrong.csv; knightsweep plot wrong.csv; printf 'rows,cols,start_row,start_col,tours\n' > wrong.csv; knightsweep plot wrong.csv
for option in '--kind ecdf' '--where rule=fixed'; do knightsweep plot best.csv $option; done; jobs 3,3,1,1,12345678,fixed,,tour,64 > x.csv; knightsweep plot x.csv --value checks

# Growth: medians of all jobs, the tenths of jobs around them, and what budgets hide.
jobs 6,6,1,1,12345678,fixed,,tour,576 6,6,2,2,12345678,fixed,,tour,1848 7,7,1,1,12345678,fixed,,tour,29136580 7,7,2,2,12345678,fixed,,tour,29136579 8,8,1,1,12345678,fixed,1000000000,budget,1000000000 8,8,2,2,12345678,fixed,1000000000,budget,1000000000 8,8,3,3,12345678,fixed,,tour,64 > x.csv; texts x.csv --kind growth --by rule
jobs $(seq 11 | sed 's/.*/5,11,1,&,12345678,fixed,,tour,&00/') $(seq 11 | sed 's/.*/6,11,1,&,12345678,fixed,,tour,&000/') $(seq 9 | sed 's/.*/7,11,1,&,12345678,fixed,,tour,&0/') 7,11,2,1,12345678,fixed,1000000,budget,1000000 7,11,2,2,12345678,fixed,1000000,budget,1000000 > x.csv; texts x.csv --kind growth --by rule; knightsweep plot x.csv --kind growth --by rule --quiet --data -
jobs 6,6,1,1,12345678,greedy,,stuck,9 7,7,1,1,12345678,greedy,,memory, 8,8,1,1,12345678,greedy,,tour,64 > x.csv; texts x.csv --kind growth
jobs 6,6,1,1,12345678,greedy,,stuck,9 7,7,1,1,12345678,greedy,,memory, > x.csv; knightsweep plot x.csv --kind growth --quiet; jobs 8,8,1,1,12345678,fixed,,tour,64 > x.csv; knightsweep plot x.csv --kind growth --quiet
for largest in 226000000000000000 1900000000000000000; do jobs 5,5,1,1,12345678,fixed,,tour,64000000000000 8,8,1,1,12345678,fixed,,tour,$largest > x.csv; texts x.csv --kind growth; done

# Growth that fits a formula, and references.
jobs 4,4,1,1,12345678,fixed,,tour,65536 5,5,1,1,12345678,fixed,,tour,33554432 6,6,1,1,12345678,fixed,,tour,68719476736 > x.csv; texts x.csv --kind growth; texts x.csv --kind growth --curve 8^n | tail -4
jobs 4,4,1,1,12345678,fixed,,tour,65536 5,5,1,1,12345678,fixed,,tour,33554432 6,6,1,1,12345678,fixed,9,budget,9 > x.csv; texts x.csv --kind growth
jobs 4,4,1,1,12345678,fixed,,tour,65536 5,5,1,1,12345678,fixed,,tour,33554432 6,6,1,1,12345678,fixed,,tour,68719476736 7,7,1,1,12345678,fixed,,time, > x.csv; texts x.csv --kind growth
jobs 10,10,1,1,12345678,warnsdorff,,tour,300 100,100,1,1,12345678,warnsdorff,,tour,30000 1000,1000,1,1,12345678,warnsdorff,,tour,3000000 > x.csv; texts x.csv --kind growth --curve 8^n

# Growth of estimates, of which some rest on few samples and of one nothing is known.
(echo rows,cols,start_row,start_col,order,rule,goal,engine,budget,seed,precision,outcome,checks,checks_estimate,checks_low,checks_high,samples,effective_samples,heavy_tailed; for row in 5,5,1,1:tour,,64,64,64,0,0,false 7,7,1,1:tour,,292100,290000,295000,99,50,false 9,9,1,1:tour,,9.27e15,9e15,9.5e15,99,5,true 9,9,1,2:unknown,,,,,,, 9,9,1,3:tour,,9.5e63,9.4e63,9.6e63,99,50,false; do echo $row | sed s/:/,12345678,fixed,open,estimate,,1,5%,/; done) > x.csv
texts x.csv --kind growth --by rule --with-estimates; texts x.csv --kind ecdf --with-estimates; knightsweep plot x.csv --kind heatmap --quiet; for option in '--kind tour' '--job 1'; do knightsweep plot x.csv $option --with-estimates; done

# Curves: the share is of all jobs, and each group is listed.
jobs $(seq 4 | sed 's/.*/4,4,1,&,12345678,fixed,50,budget,50/') $(seq 4 | sed 's/.*/4,4,1,&,21876543,fixed,50,budget,50/') > 50.csv; jobs $(seq 4 | sed 's/.*/4,4,1,&,12345678,fixed,5000,tour,&00/') $(seq 4 | sed 's/.*/4,4,1,&,21876543,fixed,5000,tour,&10/') > 5000.csv
texts 50.csv 5000.csv --kind ecdf --by budget; texts 50.csv 5000.csv --kind ecdf; texts 50.csv --kind ecdf
knightsweep plot 50.csv 5000.csv --kind ecdf --by budget --quiet --data -
jobs $(seq 30 | sed 's/.*/30,30,1,&,12345678,fixed,,tour,64/') > x.csv; knightsweep plot x.csv --kind ecdf --by start --quiet

# Distributions: bars hold every decided job, and the stopped ones stand beside them.
knightsweep sweep --board 5x5 --starts 1,1 --orders sample:60 --budget 20k --quiet --out x.csv; texts x.csv
knightsweep sweep --board 5x5 --starts 1,1 --orders sample:20 --budget none --quiet --out y.csv; texts y.csv
knightsweep sweep --board 5x5 --starts 1,1 1,3 --orders sample:6 --budget 1M --quiet --out z.csv; texts z.csv --kind distribution
knightsweep sweep --board 5x5 --starts 1,1 --orders sample:9 --budget 100 --quiet --out w.csv; texts w.csv --kind distribution
knightsweep sweep --board 5x5 6x6 --starts 1,1 1,3 3,1 --orders sample:2 --budget 9 --quiet --out v.csv; texts v.csv --kind distribution | head -2
knightsweep sweep --board 8x8 --starts all --rule greedy-random --seeds 1-2 --quiet --out u.csv; texts u.csv --kind distribution | head -2; knightsweep plot u.csv --kind distribution --by start --quiet

# Success: shares are of the jobs that can find a tour.
for rule in greedy-roth greedy; do knightsweep sweep --board 5x5 8x8 12x12 30x30 --starts 1,1 --orders sample:10:1 --rule $rule --quiet --out $rule.csv; done; texts greedy-roth.csv greedy.csv
knightsweep sweep --board 5-6 --starts all --orders fig2 --rule greedy --quiet --out all.csv; texts all.csv; head -40 all.csv > some.csv; texts some.csv
knightsweep sweep --board 5x5 6x6 9x9 --starts 1,2 --rule greedy --quiet --out none.csv; texts none.csv; texts none.csv --where board=5x5 --kind success
jobs 5,5,1,1,12345678,fixed,,tour,64 6,6,1,1,12345678,fixed,,tour,64 3,8,1,1,12345678,fixed,,tour,64 4,6,1,1,12345678,fixed,,tour,64 > x.csv; texts x.csv --kind success; knightsweep plot x.csv --kind success --where board=6x6 --quiet
jobs $(seq 5 60 | sed 's/.*/&,&,1,1,12345678,fixed,,tour,64/') > x.csv; texts x.csv --kind success | tail -3

# Pairs: ratios stand in their bins, bounds where they are, and pairs of which nothing is known beside them.
jobs 8,8,1,1,12345678,fixed,,tour,100 8,8,1,1,12345678,greedy,,tour,1000 8,8,2,1,12345678,fixed,,tour,100 8,8,2,1,12345678,greedy,,tour,1000 8,8,3,1,12345678,fixed,,tour,70 8,8,3,1,12345678,greedy,,tour,70 8,8,4,1,12345678,fixed,,tour,99 8,8,4,1,12345678,greedy,,tour,98 > x.csv; knightsweep compare x.csv --between rule 2> /dev/null | tail -1; texts x.csv --kind pairs --between rule
jobs 8,8,1,1,12345678,fixed,1000,tour,10 8,8,1,1,12345678,greedy,1000,budget,1000 8,8,2,1,12345678,fixed,1000,tour,10 8,8,2,1,12345678,greedy,1000,stuck,9 8,8,3,1,12345678,fixed,1000,budget,1000 8,8,3,1,12345678,greedy,1000,budget,1000 > x.csv; texts x.csv --kind pairs --between rule
for sides in '--between start' '--between goal' '--between rule --where start=3,1'; do knightsweep plot x.csv --kind pairs $sides --quiet; done

# Restarts: the best limit of each group that has one.
knightsweep sweep --board 5x5 --starts 1,1 1,3 2,1 --orders sample:20 --budget 1M --quiet --out x.csv; texts x.csv --kind restarts --by start; knightsweep plot x.csv --kind restarts --where start=2,1 --quiet

# Tours: the headline says what they share, and captions what they do not.
knightsweep sweep --board 5x5 --starts 1,1 5,5 --orders fig2 tutorial --budget 100k --tours --quiet --out x.csv
for jobs in --job=0 --where=start=1,1 --where=order=fig2; do texts x.csv --kind tour $jobs | grep '[a-z]'; done
texts x.csv --kind tour | grep '[a-z]'
for jobs in --job=2 --job=9; do knightsweep plot x.csv $jobs; done; knightsweep plot x.csv --kind tour --where outcome=budget; knightsweep sweep --board 3x3 --starts 1,1 --quiet --out y.csv; knightsweep plot y.csv --kind tour

knightsweep sweep --board 5x5 8x8 --starts all --rule warnsdorff --tours --quiet --out tours.csv; knightsweep plot tours.csv --kind tour; for jobs in --where=board=5x5 --where=start=1,1 --where=board=8x8 --job=0; do texts tours.csv --kind tour $jobs | grep '[a-z]' | head -3; done
for order in fig2 tutorial; do knightsweep sweep --board 5x5 --starts 1,1 --tours --orders $order --quiet --out $order.csv; done; texts fig2.csv tutorial.csv --job 0 | grep '[a-z]'

# What jobs have in common is named, and the rest is counted.
jobs 5,5,1,1,12345678,fixed,,tour,64 5,5,5,1,12345678,fixed,,tour,64 6,6,1,1,12345678,fixed,,tour,64 6,6,6,1,12345678,fixed,,tour,64 6,6,1,3,12345678,fixed,,tour,64 > x.csv; texts x.csv --kind ecdf | tail -1; texts x.csv --kind ecdf --by start | tail -1
knightsweep sweep --board 5x5 --starts 1,1 --rule greedy greedy-random --seeds 1-3 --quiet --out y.csv; texts y.csv --kind ecdf; texts y.csv --kind ecdf --by file,budget,seed; texts y.csv --kind ecdf --where rule=greedy

# The jobs choose their picture.
knightsweep sweep --board 8x8 --starts 1,1 1,4 1,5 --orders fig2 tutorial --budget 9 --quiet --out x.csv
for jobs in '--where start=1,1 --where order=fig2' '--where order=fig2' '--where start=1,1' ''; do knightsweep plot x.csv $jobs --out x.svg; done
knightsweep sweep --board 7x7 8x8 --starts 1,1 --budget 9 --quiet --out y.csv; knightsweep plot y.csv
knightsweep sweep --board 7x7 8x8 --starts 1,1 --rule greedy greedy-random --seeds 1-2 --quiet --out z.csv; knightsweep plot z.csv; knightsweep plot z.csv --where board=8x8 --out z.svg
knightsweep sweep --board 5x5 --starts 1,1 --tours --quiet --out t.csv; knightsweep plot t.csv
jobs 200,200,1,1,12345678,fixed,,tour,9 200,200,1,2,12345678,fixed,,tour,9 > w.csv; knightsweep plot w.csv

# Captions and what belongs beside a picture.
knightsweep sweep --board 4-5 --starts all --orders fig2 tutorial --budget 30k --tours --quiet --title 'A title' --out small.csv; for options in '' --no-notes '--title A<&B' '--kind tour --where board=5x5'; do knightsweep plot small.csv $options --quiet --caption -; done
for col in 1 2 3 4 5; do knightsweep sweep --board 5x5 --starts 1,$col --budget 1000 --quiet --out f$col.csv; done; knightsweep plot f1.csv f2.csv --kind heatmap --quiet --caption -; knightsweep plot f1.csv f2.csv f3.csv f4.csv f5.csv --kind heatmap --quiet --caption -
knightsweep plot small.csv --kind heatmap --quiet --data - | head -20
head -3 small.csv > begun.csv; cp small.meta.json begun.meta.json; knightsweep plot begun.csv; rm begun.meta.json; knightsweep plot begun.csv
knightsweep count --board 5x5 --starts --quiet --out tours.csv; texts tours.csv | grep -v ^1$; knightsweep summarize small.csv --by rows,cols,start_row,start_col --format csv > starts.csv; texts starts.csv | head -3; texts starts.csv --value checks_max | head -1

# Pictures that are refused write nothing.
knightsweep sweep --board 4-5 --starts all --orders fig2 --budget 30k --quiet --out small.csv
for wrong in '--kind hetmap' '--by strat_row' '--kind heatmap --by order' '--kind ecdf --job 3' '--kind ecdf --curve 8^n' '--kind growth --curve 8n' '--kind growth --where board=5x5' '--job 999' '--job 0' '--width 39' '--font-size 5.9' '--font-size 26' '--width 40 --font-size 9.5' '--font-size NaN' '--title a --no-title' '--kind heatmap --xlabel A' '--kind tour --height 60' '--kind ecdf --palette grey' '--data small.csv' '--out - --caption -'; do knightsweep plot small.csv $wrong; done; ls
knightsweep plot there/nothing.csv; knightsweep report there/nothing.csv; knightsweep report small.csv --out small.csv; ls

# Jobs without counts are left out, which is said, unless the estimates stand for them.
knightsweep sweep --board 4x4 5x5 5x6 --starts 1,1 1,2 1,3 --orders fig2 tutorial --budget none --engine leap estimate --precision 5% --tours --quiet --out x.csv
for command in 'plot x.csv --out x.svg' 'plot x.csv --kind ecdf --out x.svg' 'report x.csv --out x.html' 'compare x.csv --between order --top 0'; do knightsweep $command; done; texts x.csv; grep -o 'left out[^<]*' x.html
texts x.csv --kind growth --by engine --with-estimates; texts x.csv --kind ecdf --by engine --with-estimates
knightsweep sweep --board 5x5 6x6 --starts 1,1 --orders fig2 --budget none --engine estimate --precision 30% --quiet --out growth.csv; for options in '' --with-estimates '--with-estimates --kind growth' '--by engine --with-estimates' '--kind distribution'; do knightsweep plot growth.csv $options; done; cmp growth.svg growth.growth.svg
for jobs in '--starts 1,1 --seeds 1-3' '--starts 1,1 3,3'; do knightsweep sweep --board 5x5 $jobs --orders fig2 --budget none --engine estimate --precision 30% --quiet --fresh --out other.csv; knightsweep plot other.csv --with-estimates; done

# Pages: what was run, what is missing, tables of jobs or of groups, and pictures that were asked for.
jobs 8,8,1,1,12345678,fixed,100000,budget,100000 8,8,1,2,12345678,fixed,,tour,64 8,8,1,3,12345678,fixed,,tour,340282366920938463463374607431768211455 > x.csv; page x.csv
cp x.csv y.csv; page x.csv y.csv --kind growth --kind ecdf --kind pairs; page x.csv y.csv --by file --kind ecdf | sed -n '/ jobs:/p; /^ Pictures/,/^ Jobs/p'
jobs $(seq 0 20000 | awk '{ print "200,200," int($1 / 200) + 1 "," $1 % 200 + 1 ",12345678,warnsdorff,," ($1 % 24 ? "tour" : "stuck") "," 64 + $1 % 7 }') > many.csv; page many.csv | head -30; head -20001 many.csv > fewer.csv; page fewer.csv | grep -A3 '^ Jobs'
knightsweep sweep --board 5x5 --starts 1,1 1,3 --orders fig2 --budget 1M --tours --quiet --title 'A title' --out t.csv; page t.csv | sed '/^0,/,$d'; page t.csv --where start=1,1 | sed -n '/^ Pictures/,/^ Jobs/p'
head -2 t.csv > u.csv; page u.csv | tail -3; sed 's/rows/"rows"/' u.csv > v.csv; page v.csv | tail -3
