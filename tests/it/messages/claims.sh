# What the paper and the tutorials state beside what is measured; nothing is written.
knightsweep paper --quiet
knightsweep tutorials --quiet
ls
