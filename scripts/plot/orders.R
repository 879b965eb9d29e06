# Histogram of the checks over orders, by start. Usage: Rscript scripts/plot/orders.R FILE.csv [OUT.png|OUT.svg|OUT.pdf]
library(ggplot2)

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) stop("usage: Rscript orders.R FILE.csv [OUT.png|OUT.svg|OUT.pdf]")
file <- arguments[1]
out <- if (length(arguments) > 1) arguments[2] else "orders.png"
# R reads counts as doubles, exact to 2^53: enough for pictures. The order is a name, not a number.
rows <- read.csv(file, colClasses = c(order = "character"))
# A job stopped by its budget has no count.
decided <- subset(rows, outcome %in% c("tour", "none"))
if (nrow(decided) == 0) stop("no job of ", file, " is decided: there are no counts to draw")
decided$start <- sprintf("(%d,%d)", decided$start_row, decided$start_col)

# Narrow panels have room for few labels, and numbers of jobs are whole.
powers <- function(values) parse(text = paste0("10^", round(log10(values), 2)))
whole <- function(limits) unique(floor(pretty(limits, 4)))
plot <- ggplot(decided, aes(checks, fill = outcome)) +
  geom_histogram(bins = 60) +
  scale_x_log10(n.breaks = 4, labels = powers) +
  scale_y_continuous(breaks = whole) +
  scale_fill_manual(values = c(tour = "#0072b2", none = "#d55e00")) +
  facet_wrap(~start) +
  labs(x = "checks (logarithmic)", y = "jobs", title = basename(file))
# The svg device of ggsave needs the package svglite; the one of R does not.
ggsave(out, plot, width = 8, height = 6, device = if (grepl("[.]svg$", out)) grDevices::svg)
