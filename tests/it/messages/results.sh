# Runs: what they say before, after, and of what is there.
knightsweep sweep --board 5x5 --starts corners --budget 20k --out x.csv
knightsweep sweep --board 5x5 --starts corners --budget 20k --out x.csv
knightsweep sweep --board 5x5 --starts all --budget 20k --out x.csv
knightsweep sweep --board 5x5 --starts all --budget 1M --out x.csv
knightsweep sweep --board 6x6 --starts corners --budget 20k --out x.csv
knightsweep plan --board 6x6 --starts corners --budget 20k --out x.csv --no-estimate
knightsweep sweep --board 6x6 --starts 1,1 --budget 10k --out x.csv --fresh
sed -i '2s/10000/10008/' x.csv; knightsweep sweep --board 6x6 --starts 1,1 --budget 10k --out x.csv
knightsweep verify x.csv
knightsweep sweep --board 6x6 --starts 1,1 --budget 10k --out x.csv --repair
knightsweep sweep --board 4x5 5x6 --starts corners --goal closed --budget 1000 --out y.csv
knightsweep sweep --board 4x13 --starts 1,1 --orders fig2 --engine estimate --precision 20% --budget none --out e.csv
knightsweep sweep --board 8x8 --starts 1,4 --orders fig2 --budget none --engine leap --memory 1M --out little.csv
knightsweep sweep --board 8x8 --starts 1,4 --orders fig2 --budget none --engine leap --memory 1M --out little.csv
knightsweep sweep --board 5x5 --starts 1,1 --orders sample:2 --budget 1k --verbose --out s.csv
printf 'boards = "3x4"\nstarts = "all"\norders = "fig2"\nbudget = 5000\ntitle = "One"\n' > t.toml
knightsweep run t.toml --out t.csv; sed -i s/One/Two/ t.toml; knightsweep run t.toml --out t.csv
knightsweep run t.toml
printf 'boards = "3x"\nstarts = "all"\norders = "fig2"\nbudget = 5000\n' > wrong.toml
knightsweep run t.toml wrong.toml --out all/
knightsweep sweep --board 8x8 --starts 1,1 --images --budget none --orders 32178546 32178564 --quiet --out q.csv
knightsweep sweep --board 8x8 --starts 1,1 --images --budget none --orders 32178546 32178564 --out n.csv
knightsweep sweep --board 5x5 --starts corners --budget 10k 20k --quiet --out two.csv; sed -i 3d two.csv; knightsweep sweep --board 5x5 --starts corners --budget 10k 20k --out two.csv
echo '{' > two.meta.json; for command in verify summarize 'sweep --board 5x5 --starts corners --budget 10k 20k --repair --out'; do knightsweep $command two.csv --quiet; done; ls two.old*
knightsweep sweep --board 5x5 --out n.csv --reuse gone.csv
knightsweep sweep --board 5x5 --out /proc/x.csv

# Shards, and merging.
for i in 1 2 3; do knightsweep sweep --board 5x5 --starts all --orders fig2 --budget 20k --quiet --shard $i/3 --out s$i.csv; done
knightsweep sweep --board 5x5 --starts all --orders fig2 --budget 20k --shard 2/3 --out s1.csv
knightsweep merge s1.csv s3.csv --out all.csv
knightsweep merge s2.csv s2.csv --out all.csv
head -5 s2.csv > s4.csv; cp s2.meta.json s4.meta.json; echo 'knightsweep lock: process 26 on node7 since today (`run`)' > s4.csv.lock; knightsweep merge s1.csv s4.csv s3.csv --out all.csv; rm s4.*
knightsweep merge s1.csv s3.csv --out all.csv --partial
knightsweep merge s1.csv s2.csv s3.csv --out all.csv
knightsweep merge s1.csv --out one.csv --partial
sed -i '2s/,[0-9.]*,x/,0.5,x/' s2.csv; knightsweep merge s2.csv --out x.csv
knightsweep merge - --out x.csv
knightsweep merge all.csv --out all.csv
knightsweep merge all.csv gone.csv --out x.csv
cp all.csv lonely.csv; knightsweep merge lonely.csv --out x.csv
knightsweep sweep --board 3x3 --budget 2000 --quiet --out other.csv; knightsweep merge all.csv other.csv --out x.csv
knightsweep merge all.csv --out other.csv
knightsweep summarize s1.csv s3.csv

# Files that are none.
mkdir dir.csv; touch empty.csv; printf 'name,age\nEuler,76\n' > notes.csv
for command in run verify summarize; do knightsweep $command dir.csv; knightsweep $command empty.csv; knightsweep $command gone.csv; done
knightsweep merge empty.csv --out all.csv
knightsweep sweep --board 5x5 --out notes.csv
printf 'rows,cols,p90\n5,5,1\n' > quickest.csv; knightsweep verify quickest.csv
knightsweep sweep --board 5x5 --starts corners --budget 20k --quiet --out r.csv; knightsweep plot r.csv --data h.csv --out h.svg
awk -F, -v OFS=, '{ start = $3; $3 = $9; $9 = start } 1' r.csv > moved.csv; for option in --out '--out x.csv --reuse'; do knightsweep sweep --board 5x5 --starts corners --budget 20k $option moved.csv; done
for file in h.csv h.svg r.meta.json; do knightsweep summarize $file; knightsweep plot $file; done
knightsweep best-order --board 4x4 --quiet --out t.csv; knightsweep summarize t.csv
knightsweep construct --out notes.txt --quiet; echo mine > notes.txt; knightsweep construct --out notes.txt
knightsweep sweep --board 3x3 --quiet --out b.csv; truncate -s 1G b.meta.json; knightsweep sweep --board 3x3 --out b.csv
for broken in '{' '' '{"format": 99}'; do echo "$broken" > b.meta.json; knightsweep summarize b.csv --quiet | head -1; done
knightsweep sweep --board 3x3 --out $(printf 'n%.0s' $(seq 300)).csv
echo '{}' > r.meta.json; knightsweep verify r.csv
echo '{"format": 99}' > r.meta.json; knightsweep sweep --board 5x5 --starts corners --budget 20k --out r.csv
knightsweep summarize - < r.csv
knightsweep verify - < r.csv
ln -s elsewhere.csv link.csv; knightsweep sweep --board 3x3 --out link.csv

# What is read is remarked on.
knightsweep sweep --board 5x5 --starts corners --budget 50 --orders fig2 tutorial --quiet --out undecided.csv; knightsweep compare undecided.csv
knightsweep sweep --board 5x5 --starts all --budget 1e4 --quiet --out b4.csv; knightsweep sweep --board 5x5 --starts all --budget 1e5 --quiet --out b5.csv
knightsweep compare b4.csv b5.csv --between budget --top 0
head -1 b4.csv > begun.csv; python3 -c 'import json; it = json.load(open("b4.meta.json")); it["sealed"] = None; json.dump(it, open("begun.meta.json", "w"))'
for c in summarize plot report; do knightsweep $c begun.csv; done
head -1 b4.csv > header.csv; for c in summarize plot report; do knightsweep $c header.csv; done
knightsweep summarize b4.csv header.csv
knightsweep sweep --board 4-5 --starts all --orders fig2 tutorial --budget 30k --tours --quiet --out small.csv
head -c 3000 small.csv > cut.csv; knightsweep summarize cut.csv
awk -F, -v OFS=, 'NR == 5 { $14 += 8; $15 += 1 } 1' small.csv > forged.csv; cp small.meta.json forged.meta.json; knightsweep summarize forged.csv
sed '6s/,open,auto,30000,/,open,auto,7,/' small.csv > wrong.csv; knightsweep summarize wrong.csv
sed 's/,30000,,,budget,/,,,,budget,/' small.csv > blank.csv; knightsweep summarize blank.csv
(printf '\357\273\277'; cat small.csv) > marked.csv; knightsweep verify marked.csv
cut -d, -f1-26 small.csv > foreign.csv; sed '2s/,none,false,[0-9]*/,none,false,/' foreign.csv > wrong.csv; knightsweep summarize wrong.csv
sed '2s/^4/99/' foreign.csv > wrong.csv; knightsweep summarize wrong.csv; sed '3s/,none,/,NONE,/' foreign.csv > wrong.csv; knightsweep summarize wrong.csv
printf '\177ELF\0\n' | cat - small.csv > program.csv; knightsweep summarize program.csv
knightsweep sweep --board 5x5 --starts all --budget 10k 100k --quiet --out two.csv; sed -i '31,$d' two.csv
python3 -c 'import json; it = json.load(open("two.meta.json")); it["sealed"] = None; json.dump(it, open("two.meta.json", "w"))'; knightsweep summarize two.csv --by budget --columns jobs
cp small.csv copy.csv; knightsweep summarize small.csv copy.csv
knightsweep summarize small.csv --where rule=warnsdorff
knightsweep summarize small.csv --where "rule=fixed checks<9"
knightsweep summarize small.csv --by board start
knightsweep summarize small.csv --columns tours
knightsweep summarize smal.cvs
knightsweep summarize small.csv --columns restart_limit
knightsweep summarize small.csv --sort checks
knightsweep compare small.csv --between outcome
knightsweep compare small.csv --between order
knightsweep compare small.csv --values fig2 tutorial --top 0
knightsweep compare small.csv --between start --where board=5x5 --where order=fig2 --top 0
knightsweep sweep --board 6x6 --starts corners --budget 9 --quiet --out other.csv; knightsweep compare small.csv other.csv
knightsweep sweep --board 5x5 --starts 1,1 --orders fig2 tutorial --budget none --engine estimate --precision 30% --quiet --out e.csv
knightsweep summarize e.csv
knightsweep compare e.csv
knightsweep report e.csv --out x.html
knightsweep plot e.csv --kind tour --with-estimates --out x.svg
knightsweep report small.csv --where start=9,9

# A run that is resumed says no more which jobs cannot succeed.
knightsweep sweep --board 5x5 --out all.csv
head -20 all.csv > some.csv
knightsweep sweep --board 5x5 --out some.csv

# One limit for all groups has columns of its own.
knightsweep sweep --board 5x5 --starts 1,1 1,3 --orders sample:40 --budget 60k 1M --quiet --out x.csv
knightsweep summarize x.csv --restarts --by start,budget | tail -2
knightsweep summarize x.csv --restarts --by start,budget --all-columns > all.txt
knightsweep summarize x.csv --restarts --where budget=1M --where outcome=tour > all.txt

knightsweep summarize x.csv --restarts --by start,budget --columns common_limit,common_limit_checks --format csv; knightsweep summarize x.csv --restarts --by budget --columns common_limit --format csv; knightsweep summarize x.csv --restarts --by start --where budget=1M --format markdown | cut -d'|' -f1-9
knightsweep sweep --board 5x5 --starts 2,1 --orders sample:9 --budget 1M --quiet --out hidden.csv; knightsweep summarize hidden.csv --restarts; knightsweep summarize x.csv --restarts --with-estimates

# Files are read as far as they go, and each search counts once.
knightsweep sweep --board 4-5 --starts all --orders fig2 tutorial --budget 30k --tours --quiet --out small.csv; knightsweep summarize small.csv --by board --json > alone.json
unseal() { python3 -c 'import json, sys; it = json.load(open(sys.argv[1])); it["sealed"] = it["results_sha256"] = None; json.dump(it, open(sys.argv[2], "w"))' $1 $2; }; unseal small.meta.json half.meta.json; head -41 small.csv > half.csv; sed -n 42p small.csv | head -c 30 >> half.csv
for command in 'plot half.csv --kind heatmap' 'report half.csv'; do knightsweep $command; done; grep -ho '[^<>]*so far[^<>]*' half.heatmap.svg half.html
knightsweep summarize /dev/stdin --by board --json < small.csv | cmp - alone.json
(cat small.csv; sed -n 6p small.csv) > doubled.csv; knightsweep summarize doubled.csv --by board --json | cmp - alone.json; knightsweep verify doubled.csv; cp small.meta.json doubled.meta.json; knightsweep summarize doubled.csv > /dev/null; knightsweep verify doubled.csv
(printf '\357\273\277'; sed 's/true/TRUE/; s/false/FALSE/; s/$/\r/' small.csv) > excel.csv; cp small.csv copy.csv; for files in 'small.csv copy.csv' 'small.csv excel.csv' 'excel.csv small.csv' 'excel.csv copy.csv'; do knightsweep summarize $files --by board --json | cmp - alone.json; done
for command in plot report; do knightsweep $command small.csv excel.csv; done; knightsweep compare small.csv excel.csv --pairs --format csv | wc -l
awk -F, -v OFS=, 'NR == 40 { $14 += 8; $15 += 1 } 1' small.csv > changed.csv; cp small.meta.json changed.meta.json; for command in plot report; do knightsweep $command changed.csv; done; grep -ho '[^<>]*CHANGED[^<>]*' changed.svg changed.html
for i in 1 2; do knightsweep sweep --board 4-5 --starts all --orders fig2 --budget 30k --quiet --shard $i/3 --out $i.csv; done; for command in 'plot 1.csv 2.csv' 'report 1.csv 2.csv' 'plot 1.csv --out one.svg'; do knightsweep $command; done; grep -ho '>[^<>]*rows<\|[^<>]*of [the ]*41 jobs[^<>]*' 1.svg one.svg 1.html
sed 's/,/","/g; s/.*/"&"/' 1.csv > quoted.csv; knightsweep sweep --board 4-5 --starts all --orders fig2 --budget 30k --shard 1/3 --out quoted.csv

# A folder that is made is named once.
knightsweep sweep --board 3x3 --out x.csv --quiet; for command in 'sweep --board 3x3 --out a/b/x.csv' 'merge x.csv --out c/x.csv' 'plot x.csv --out d/x.svg' 'report x.csv --out e/x.html' 'best-order --board 3x3 --out f/x.csv' 'solve --board 5x5 --svg g/x.svg' 'man --out h' 'plot x.csv --out d/y.svg' 'plot x.csv --out i/x.svg --quiet'; do knightsweep $command 2>&1 > /dev/null | grep -c 'made the folder'; done; ls -d */

# A count that no memory suffices for has that one cause.
knightsweep sweep --board 16x16 --starts 1,1 --orders fig2 --engine leap --budget none --out x.csv
