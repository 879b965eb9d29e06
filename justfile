# Common tasks; `just` lists them.

default:
    @just --list

# Build the program
build:
    cargo build --release

# The tests of the README
test:
    cargo test

# Everything that CI runs
ci:
    bash .ci/run

# Benchmarks of the search core
bench:
    cargo bench

# The step engine against plain recursion in C, and one thread against all cores
compare:
    scripts/compare-baseline

# The reference results in results/reference, anew
reference: build
    scripts/make-reference

# The pictures of docs/gallery.md, anew
gallery: build
    scripts/make-gallery

# Results as pandas, Polars and DuckDB read them, and a report in a browser
check-plots: build
    scripts/check-plots

# Manual pages and completions into target/
install-files: build
    mkdir -p target/man target/completions
    target/release/knightsweep man target/man
    target/release/knightsweep completions bash > target/completions/knightsweep.bash
    target/release/knightsweep completions zsh > target/completions/_knightsweep
    target/release/knightsweep completions fish > target/completions/knightsweep.fish
