# Common tasks; `just` lists them.

default:
    @just --list

# Build the program
build:
    cargo build --release

# Run the tests
test:
    cargo test

# Run everything that CI runs
ci:
    bash .ci/run

# Time single searches
bench:
    cargo run --release -p knight-lab --bin times

# Compare the step engine with plain recursion in C, and one thread with all cores
compare:
    scripts/compare-baseline

# Make results/reference again
reference: build
    scripts/make-reference

# Make the pictures of docs/how-to/figures.md again
gallery: build
    scripts/make-gallery

# Make the site of the documents in target/book
book:
    scripts/book/build

# Read results with pandas, Polars and DuckDB, and open a report in a browser
check-plots: build
    scripts/check-plots

# Write manual pages and completions into target/
install-files: build
    mkdir -p target/completions
    target/release/knightsweep man --out target/man
    target/release/knightsweep completions bash > target/completions/knightsweep.bash
    target/release/knightsweep completions zsh > target/completions/_knightsweep
    target/release/knightsweep completions fish > target/completions/knightsweep.fish
