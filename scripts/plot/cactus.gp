# Jobs decided within a number of checks. Usage: gnuplot -e "file='FILE.csv'" scripts/plot/cactus.gp
# Writes cactus.svg. Jobs stopped by the budget are left out: they have no count.
if (!exists("file")) file = "results/all-starts.csv"
if (!exists("out")) out = "cactus.svg"
set datafile separator ","
set datafile missing NaN # or every undecided job would break the curve
is_decided(outcome) = outcome eq "tour" || outcome eq "none"
decided(outcome, checks) = is_decided(strcol(outcome)) ? column(checks) : NaN

# Gnuplot scales the axes before it adds up, so the jobs are counted first.
stats file using (decided("outcome", "checks")) nooutput
if (!exists("STATS_records") || STATS_records == 0) {
    print "cactus.gp: no job of " . file . " is decided, so there is no curve: run the experiment with a larger budget, or name another file with -e \"file='FILE.csv'\""
    exit status 1
}
set yrange [0:STATS_records * 1.05]

set terminal svg size 640,400 font "sans,12" background "white"
set output out
set logscale x
set format x "10^{%L}"
set xlabel "checks"
set ylabel "jobs decided"
set key off
set grid
set title file noenhanced
plot file using (decided("outcome", "checks")):(1) smooth cumulative with steps lw 2 lc rgb "#0072b2"
