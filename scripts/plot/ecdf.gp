# Share of the jobs that are decided within a number of checks.
# Usage: gnuplot -e "file='FILE.csv'; out='OUT.svg'" scripts/plot/ecdf.gp   [default: ecdf.svg]
# A job stopped by its budget is above it, so it counts as a job and never as decided.
if (!exists("file")) {
    print "ecdf.gp: name the results: gnuplot -e \"file='FILE.csv'\" ecdf.gp"
    exit status 2
}
if (!exists("out")) out = "ecdf.svg"
set datafile separator ","
set datafile missing NaN # or every undecided job would break the curve
set datafile columnheaders
is_decided(outcome) = outcome eq "tour" || outcome eq "none"
decided(outcome, checks) = is_decided(strcol(outcome)) ? column(checks) : NaN

# Gnuplot scales the axes before it adds up, so the jobs are counted first.
stats file using "rows" name "ALL" nooutput
stats file using (decided("outcome", "checks")) name "DECIDED" nooutput
if (!exists("DECIDED_records") || DECIDED_records == 0) {
    print "ecdf.gp: no job of " . file . " is decided, so there is no curve; give the experiment a larger budget"
    exit status 1
}

set terminal svg size 640,400 font "sans,12" background "white"
set output out
set logscale x
# Room on both sides, also where all counts are equal.
set xrange [DECIDED_min / 2 : DECIDED_max * 2]
set yrange [0:1.02]
set format x "10^{%L}"
set xlabel "checks"
set ylabel "share of all jobs decided"
set key off
set grid
set title sprintf("%s: %d of %d jobs decided", file, DECIDED_records, ALL_records) noenhanced
plot file using (decided("outcome", "checks")):(1.0 / ALL_records) smooth cumulative with steps lw 2 lc rgb "#0072b2"
