# Values of an experiment file that are no TOML, or of another type, each with what to write.
printf 'boards = "8x8"\nstarts = "all"\norders = "fig2"\nbudget = "100M"\n' > good.toml
for it in '“8x8”' '8x8 # chess' '' '["5x5", 6x6,]' '["5x5", "6x6"' '[[5, 6]]' 1.5; do sed "s/^boards.*/boards = $it/" good.toml > x.toml; head -n 1 x.toml; knightsweep plan x.toml 2>&1; done
for it in '[corners, diagonal]' '"1,1", "2,2"' '["1,1" "2,2"]' '"all' '[1, 1]' '[[1, 1, 1]]' '[[0, 0]]' '"1,1 2,3"' '"1,1, 2,3"' '[]'; do sed "s/^starts.*/starts = $it/" good.toml > x.toml; sed -n 2p x.toml; knightsweep plan x.toml 2>&1; done
for it in '"sample:5:x"' '"fig2, tutorial"' '"corners"' '"Image:fig2"' '[[1, 2], [1, 2], [2, 1], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2]]'; do sed "s/^orders.*/orders = $it/" good.toml > x.toml; sed -n 3p x.toml; knightsweep plan x.toml 2>&1; done
for it in 10^8 1e60 1.5 '["1M", true]'; do sed "s/^budget.*/budget = $it/" good.toml > x.toml; tail -n 1 x.toml; knightsweep plan x.toml 2>&1; done
for it in 'starts = "1,1"' 'symmetry = ["off", "reduce"]' 'symmetry = true' 'title = ["x"]' 'tours = yes' 'tours = "yes"' 'name = "x"' 'draws = 0' 'draws = "1000001"' 'draws = "5:"'; do (cat good.toml; echo "$it") > x.toml; tail -n 1 x.toml; knightsweep plan x.toml 2>&1; done
for it in 'images = true' 'symmetry = "reduce"'; do (cat good.toml; echo 'draws = 5'; echo "$it") > x.toml; tail -n 1 x.toml; knightsweep plan x.toml 2>&1; done
for it in '' 0 0s -5s s 60x 1e400 NaN inf; do (cat good.toml; echo "time_limit = \"$it\"") > x.toml; tail -n 1 x.toml; knightsweep plan x.toml 2>&1; done
printf 'boards = [\n  5x5,\n]\n' > x.toml; knightsweep plan x.toml
printf 'boards = "8x8"\nstarts = [\n  "1,1",\n  "9,9",\n]\norders = "fig2"\nbudget = 1\n' > x.toml; knightsweep plan x.toml
(echo '[experiment]'; cat good.toml) > x.toml; knightsweep plan x.toml
sed 's/^starts =/starts:/' good.toml > x.toml; knightsweep plan x.toml
sed 's/^boards/Board/; s/^starts/STARTS/' good.toml > x.toml; knightsweep plan x.toml
: > x.toml; knightsweep plan x.toml

# All faults of a file are named at once, missing keys last, and nothing that only follows from them.
printf 'boards = "8x"\ngoal = "close"\norders = ["fig2", "x", "y"]\nbugdet = 5\n' > x.toml; knightsweep plan x.toml
printf 'boards = "8x"\nstarts = [1, 1]\norders = "fig"\nbudget = "x"\ntours = "yes"\n' > x.toml; knightsweep plan x.toml
for it in 9,9 a9 300,1; do printf 'boards = "8x"\nstarts = ["al", "%s"]\norders = "fig2"\nbudget = 5\n' $it > x.toml; knightsweep plan x.toml; done
printf 'boards = "8x8"\nstarts = "all"\norders = "fig2"\nbudget = 5\n' > good.toml
(cat good.toml; printf 'engine = [[1]]\nprecision = "1%%"\n') > x.toml; knightsweep plan x.toml
(cat good.toml; printf 'rule = [[1]]\nseeds = 3\n') > x.toml; knightsweep plan x.toml
(cat good.toml; printf 'symmetry = [1, 2]\nimpossible = "skip"\n') > x.toml; knightsweep plan x.toml
printf 'boards = "256x256"\nbudget = 5\nrule = "greedy"\norders = "all"\nstarts = "all"\ndraws = [1, 2]\n' > x.toml; knightsweep plan x.toml

# Words of flags that are none of their key.
for it in '1;2' 1.2 '1 2' r1c2 CORNER tutorial; do knightsweep plan --starts "$it"; done
knightsweep plan --board 5-8 --starts 8,8
for it in 8-5 5- -5 a-b 5-7-9 0-3 5-99999 ''; do knightsweep plan --board="$it"; done
knightsweep plan --board 5x8 8x5 --starts 5,5 e5 8,5 f1
for it in 11345678 '1 2 3 4 5 6 7 7' 10765432 '1 0 7 6 5 4 3 2' '-1 2 3 4 5 6 7 8'; do knightsweep plan --orders="$it"; done
moves='2,1 1,2 -1,2 -2,1 -2,-1 -1,-2 1,-2 2,-1'; for it in "$moves fig2" "$moves images:fig2" "fig2,$moves" "all,$moves"; do knightsweep plan --orders="$it"; done
knightsweep plan --orders sample
knightsweep plan --seeds 1
for it in '' -1 5-3 1-2-3 x 1.5 18446744073709551616; do knightsweep plan --rule greedy-random --seeds="$it"; done
