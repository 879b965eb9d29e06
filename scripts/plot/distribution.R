# How the checks are distributed over orders, with a panel for each board and start.
# Usage: Rscript scripts/plot/distribution.R FILE.csv [OUT.png|OUT.svg|OUT.pdf]
# A job stopped by its budget has no count: the grey bar at the right edge has those jobs.
suppressPackageStartupMessages(library(ggplot2))

usage <- "usage: Rscript distribution.R FILE.csv [OUT.png|OUT.svg|OUT.pdf]"
fail <- function(message, status = 1) {
  cat(message, "\n", sep = "", file = stderr())
  quit(status = status)
}
arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) fail(usage, 2)
file <- arguments[1]
out <- if (length(arguments) > 1) arguments[2] else "distribution.png"
if (!file.exists(file)) fail(paste0(file, ": there is no such file"))
# R reads counts as doubles, exact to 2^53: enough for pictures. The order is a name, not a number.
rows <- tryCatch(
  suppressWarnings(read.csv(file, colClasses = c(order = "character"))),
  error = function(error) fail(paste0(file, ": ", conditionMessage(error)))
)
if (!"outcome" %in% names(rows)) fail(paste0(file, ": this is not a results file: it has no column `outcome`"))

rows$board <- factor(sprintf("%dx%d", rows$rows, rows$cols), unique(sprintf("%dx%d", rows$rows, rows$cols)[order(rows$rows, rows$cols)]))
rows$panel <- interaction(rows$board, sprintf("(%d,%d)", rows$start_row, rows$start_col), sep = " from ", drop = TRUE, lex.order = TRUE)
most <- 25
if (nlevels(rows$panel) > most) {
  fail(sprintf("%s: %d panels of a board and a start are too many to read, at most %d; draw a part of the rows", file, nlevels(rows$panel), most))
}
decided <- subset(rows, outcome %in% c("tour", "none"))
if (nrow(decided) == 0) fail(paste0(file, ": no job is decided: there are no counts to draw"))
others <- subset(rows, !outcome %in% c("tour", "none"))

# Bins of a quarter of a factor of ten or less, and the others in a bar beyond the last of them.
span <- range(log10(pmax(decided$checks, 1)))
width <- max(diff(span) / 40, 0.02)
beyond <- span[2] + 3 * width
decided$place <- log10(pmax(decided$checks, 1))
others$place <- rep(beyond, nrow(others))

powers <- function(values) parse(text = paste0("10^", round(values, 2)))
whole <- function(limits) unique(floor(pretty(limits, 4)))
colours <- c(tour = "#0072b2", none = "#d55e00", budget = "#bbbbbb", stuck = "#cc79a7", memory = "#777777", time = "#777777")
plot <- ggplot(decided, aes(place, fill = outcome)) +
  geom_histogram(binwidth = width) +
  geom_bar(data = others, width = 2 * width) +
  scale_x_continuous(breaks = pretty(span, 4), labels = powers) +
  scale_y_continuous(breaks = whole) +
  scale_fill_manual(values = colours) +
  facet_wrap(~panel) +
  labs(
    x = "checks (logarithmic); beyond the right edge: jobs without a count", y = "jobs", title = basename(file),
    subtitle = sprintf("%d of %d jobs decided", nrow(decided), nrow(rows))
  )
# The svg device of ggsave needs the package svglite; the one of R does not.
ggsave(out, plot, width = 8, height = 6, device = if (grepl("[.]svg$", out)) grDevices::svg)
