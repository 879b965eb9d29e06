# Jobs decided within so many checks. Usage: gnuplot -e "file='FILE.csv'" scripts/plot/cactus.gp
# Writes cactus.svg. Jobs that their budget stopped are left out, as they have no count.
if (!exists("file")) file = "results/all-starts.csv"
if (!exists("out")) out = "cactus.svg"
set datafile separator ","
set terminal svg size 640,400 font "sans,12" background "white"
set output out
set logscale x
set format x "10^{%L}"
set xlabel "checks"
set ylabel "jobs decided"
set key off
set grid
set title file noenhanced
decided(outcome, checks) = (strcol(outcome) eq "tour" || strcol(outcome) eq "none") ? column(checks) : NaN
plot file using (decided("outcome", "checks")):(1) smooth cumulative with steps lw 2 lc rgb "#0072b2"
