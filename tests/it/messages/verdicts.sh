# The grids that the paper and the tutorials print.
cp "$DATA"/printed_grids/*.txt .
knightsweep verify *.txt

# Other texts with a tour, or with something like one.
knightsweep construct --board 20x20 --quiet | sed '1,2s/[0-9]\{1,\}/./g' > wrong.txt
knightsweep verify wrong.txt
knightsweep verify wrong.txt --json | tr , '\n' | grep -c 'is missing'
echo '1.a5 2.c4 3.e5 4.d3 5.e1 6.c2 7.c3 8.e6' > list.txt; knightsweep verify list.txt
echo '1 4 7 10 8 11 2 5 3 6 9 12' > line.txt; knightsweep verify line.txt
echo '0 6 8 1 7 9 2 4 10 3 5 11' > index.txt; knightsweep verify index.txt --board 3X4
printf '\033[7m 1\033[0m 4 7 10\n8 11 \033[31m2 5\n3 6 9 12\n' > colours.txt; knightsweep verify colours.txt
printf '1 4 7 10\n8 11 2 5\n3 6 9 12\n' > tour.txt; iconv -t UTF-16 tour.txt > utf16.txt; knightsweep verify utf16.txt
printf '0 3 6 9\n7 10 1 4\n2 5 0 11\n' > twice.txt; knightsweep verify twice.txt
printf 'step,row,col\n1,1,1\n2,2,3\n3,3,1\n4,1,2\n5,2,4\n6,3,2\n7,1,3\n8,2,1\n9,3,3\n10,1,4\n11,2,2\n12,3,4\n' > tour.csv
knightsweep verify tour.csv
printf 'My walk\n1,6,3\n4,0,8\n7,2,5\n' > grid.csv; knightsweep verify grid.csv
echo 'a3,b1,c3,a2,c1,b3,a1,c2' > list.csv; knightsweep verify list.csv
printf 'first,second,third,fourth\n1,4,7,10\n8,11,2,5\n3,6,9,12\n' > headed.csv; knightsweep verify headed.csv
echo '(1,1) (2,3) (4,4) (5,6)' | knightsweep verify --board 3x4 -
echo '1,1 1 8' | knightsweep verify --board 3x4 -
echo '1,1 18' | knightsweep verify --board 3x4 -
cat tour.txt | knightsweep verify /dev/stdin
for json in '' --json; do knightsweep solve --board 5x5 $json > out.txt; knightsweep verify out.txt; done
echo 1 > one.txt; printf '1 2\n3\n' > words.txt; knightsweep verify words.txt gone.txt one.txt
printf '1 4 7 10\n8 11 2 5\n3 6 9 l2\n' > slip.txt; knightsweep verify slip.txt
(cat tour.txt; printf '\n5 6 7\n8 9 10\n') > left.txt; knightsweep verify left.txt
printf 'a3 -> c2\nc2 -> a1\na1 -> b3\nb3 -> d3\nd2 -> b1\n' > joints.txt; knightsweep verify joints.txt
(cat tour.txt; echo; cat tour.txt) > both.txt; knightsweep verify both.txt
knightsweep verify both.txt --json; knightsweep verify both.txt --svg both.svg
printf '1 4 7 x\n8 11 \ab2 5\n3 6 9 12\n' > escape.txt; knightsweep verify escape.txt
printf '{"board": [[1,4,7,10],[8,11,2],[3,6,9,12],]}\n' > grid.json; knightsweep verify grid.json
knightsweep solve --board 3x3 --json --quiet > out.txt; knightsweep verify out.txt
printf 'row,col,checks\n1,1,5\n2,3,7\n' > counts.csv; knightsweep verify counts.csv
printf 'rows,cols,p90\n5,5,1\n' > p90.csv; knightsweep verify p90.csv
echo ' ' > blank.txt; knightsweep verify blank.txt
printf '\177ELF\0\0\0\0' > program; knightsweep verify program
knightsweep verify tour.txt --complete
knightsweep verify tour.txt --recompute 1

# Faults are in the notation and the numbering of the text.
for list in 'a5 c4 c3 b1' '1. a5 c4 2. c3 b1' '0. a5;1. c4;2. c3;3. b1' 'Step 0: (0,0);Step 1: (1,2);Step 2: (2,2);Step 3: (4,1)' 'a5 c4 a5' 'a5 88' 'a5 c4 b2' '(1,1) (2,3) (4,2)' '(0,0) (1,2) (3,1)'; do echo "$list" | tr ';' '\n' | knightsweep verify --board 5x5 - | sed -n 2p; done
## Only a column of 4 fits 3x5, as the column comes first.
echo '(4,0) (2,1) (0,2)' | knightsweep verify --board 3x5 -
printf '0.5 0.25\n0.1 0.3\n' | knightsweep verify -
echo '1 99999999999999999999' | knightsweep verify -
