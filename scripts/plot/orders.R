# Histogram of the checks over orders, by start. Usage: Rscript scripts/plot/orders.R FILE.csv [OUT.svg|OUT.png]
library(ggplot2)

arguments <- commandArgs(trailingOnly = TRUE)
file <- arguments[1]
out <- if (length(arguments) > 1) arguments[2] else "orders.png"
# R reads counts as doubles, exact to 2^53: enough for pictures. The order is a name and not a number.
rows <- read.csv(file, colClasses = c(order = "character"))
# A job that its budget stopped has no count.
decided <- subset(rows, outcome %in% c("tour", "none"))
decided$start <- sprintf("(%d,%d)", decided$start_row, decided$start_col)

plot <- ggplot(decided, aes(checks, fill = outcome)) +
  geom_histogram(bins = 60) +
  scale_x_log10() +
  scale_fill_manual(values = c(tour = "#0072b2", none = "#d55e00")) +
  facet_wrap(~start) +
  labs(x = "checks", y = "jobs", title = basename(file))
ggsave(out, plot, width = 8, height = 6)
