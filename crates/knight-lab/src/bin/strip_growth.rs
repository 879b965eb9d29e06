//! How fast the numbers of tours grow with the length of a board of given rows, and whether this
//! proves that the cube of the denominator of the closed tours does not divide that of the open
//! ones (Knuth, pre-fascicle 8A, exercise 210).
//!
//! `cargo run --release -p knight-lab --bin strip_growth ROWS`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Instant;

use knight_strips::strip_growth::{StripGrowth, strip_growth};
use knight_strips::strip_roots::{BlockRoot, StripRoot, strip_root};

/// Bytes for the states.
const MEMORY: usize = 8 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let rows = std::env::args().nth(1).ok_or("usage: strip_growth ROWS, such as 6")?.parse()?;
    let began = Instant::now();
    let growth = strip_growth(rows, MEMORY)?;
    let StripGrowth { closed_states, closed, one_end_states, one_end, other_states, others } =
        growth;
    println!(
        "{rows} rows, {:.1} s. A column multiplies, by bounds that are rounded outwards,",
        began.elapsed().as_secs_f64()
    );
    let outwards = |bound: f64| (bound * 1e5).ceil() / 1e5;
    let (least, most) = (-outwards(-closed.0.per_column()), outwards(closed.1.per_column()));
    let (one_end, others) = (outwards(one_end.per_column()), outwards(others.per_column()));
    println!("closed tours ({closed_states} states) by {least:.5} to {most:.5},");
    println!("open tours with one end behind ({one_end_states} states) by at most {one_end:.5},");
    println!("other states of open tours ({other_states}) by at most {others:.5}.");
    let is_proven = growth.excludes_cube() || {
        println!("Nothing is proven by this. Modulo a prime:");
        let root = strip_root(rows, MEMORY)?;
        root.inspect(print_root).is_some_and(|root| root.excludes_cube())
    };
    println!(
        "{}",
        if is_proven {
            "Proven: the cube of the closed tours' denominator does not divide that of the open ones."
        } else {
            "Nothing is proven about the two denominators."
        }
    );
    Ok(())
}

fn print_root(found: &StripRoot) {
    let StripRoot { prime, root, blocks } = found;
    println!(
        "{root} is a root of the closed tours' denominator modulo {prime}, and of the states of"
    );
    for (BlockRoot { states, multiplicity }, ends) in
        blocks.iter().zip(["no end", "one end", "two ends"])
    {
        let times = match multiplicity {
            Some(0) => "no root",
            Some(1) => "a simple root",
            _ => "perhaps a multiple root",
        };
        println!("open tours with {ends} behind ({states} states) {times}.");
    }
}
