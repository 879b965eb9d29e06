//! The linear recurrences of the numbers of tours of boards with a given number of rows, and how
//! often the denominator of the closed ones divides that of the open ones. Modulo two primes, so
//! what it prints is evidence about the numbers themselves, not a proof.
//!
//! `cargo run --release -p knight-lab --bin recurrences ROWS CLOSED OPEN`, where CLOSED and
//! OPEN are the numbers of columns of the longest boards.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::time::{Duration, Instant};

use knight_board::Goal;
use knight_strips::recurrences::{Recurrence, terms};

const USAGE: &str = "usage: recurrences ROWS CLOSED OPEN, such as 3 130 600; a length of 0 leaves \
                     the goal out";

/// Bytes for the states.
const MEMORY: usize = 8 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [rows, closed, open] = arguments[..] else { return Err(USAGE.into()) };
    let closed = recurrences(rows, closed, Goal::Closed)?;
    let open = recurrences(rows, open, Goal::Open)?;
    for (closed, open) in closed.iter().zip(&open) {
        if closed.spare_terms == 0 || open.spare_terms == 0 {
            continue;
        }
        if let Some(power) = open.denominator.multiplicity(&closed.denominator) {
            println!("the closed tours' denominator divides that of the open ones {power} times");
        }
    }
    Ok(())
}

/// Finds and prints the recurrences modulo each prime.
fn recurrences(rows: usize, lengths: usize, goal: Goal) -> Result<Vec<Recurrence>, Box<dyn Error>> {
    if lengths == 0 {
        return Ok(Vec::new());
    }
    let began = Instant::now();
    let mut shown = Duration::ZERO;
    let mut progress = |columns| {
        if began.elapsed() > shown + Duration::from_secs(5) {
            shown = began.elapsed();
            eprintln!("{rows}x{columns} of {rows}x{lengths}, {goal}, {:.0} s", shown.as_secs_f64());
        }
    };
    let terms = terms(rows, lengths, goal, MEMORY, &mut progress)?;
    println!(
        "{goal} tours of {rows}×n: a recurrence of order at most {}; {lengths} terms after {:.1} s",
        terms[0].most_order,
        began.elapsed().as_secs_f64()
    );
    let found: Vec<Recurrence> = terms.iter().map(|terms| terms.recurrence()).collect();
    for (terms, recurrence) in terms.iter().zip(&found) {
        println!("modulo {}: {}", terms.prime(), description(recurrence));
    }
    println!("{:.1} s", began.elapsed().as_secs_f64());
    Ok(found)
}

fn description(recurrence: &Recurrence) -> String {
    let Recurrence { order, denominator, spare_terms, is_proven } = recurrence;
    if denominator.degree() == 0 {
        return format!("no tours were found of more than {order} columns");
    }
    if *spare_terms == 0 {
        return "more terms are needed".to_owned();
    }
    let roots: Vec<String> = (1..)
        .zip(denominator.roots_by_multiplicity())
        .filter(|(_, roots)| *roots > 0)
        .map(|(multiplicity, roots)| format!("{roots} of multiplicity {multiplicity}"))
        .collect();
    let mut text = format!(
        "order {order}, {}, {spare_terms} terms to spare; a denominator of degree {}, its roots {}",
        if *is_proven { "proven" } else { "not proven" },
        denominator.degree(),
        roots.join(", ")
    );
    if denominator.degree() <= 40 {
        let coefficients: Vec<String> =
            denominator.coefficients().map(|coefficient| coefficient.to_string()).collect();
        text += &format!(", its coefficients {}", coefficients.join(" "));
    }
    text
}
