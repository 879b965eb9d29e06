//! The linear recurrences of the numbers of tours of boards with a given number of rows, and how
//! often the denominator of the closed ones divides that of the open ones. Modulo primes, so what
//! it prints is evidence, not a proof.
//!
//! `cargo run --release -p knight-search --example recurrences ROWS CLOSED OPEN [PRIMES]`, where
//! CLOSED and OPEN are the numbers of columns of the longest boards.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use knight_search::Goal;
use knight_search::questions::recurrences::{Recurrence, terms};

const USAGE: &str = "usage: recurrences ROWS CLOSED OPEN [PRIMES], such as 4 100 400; a length of 0 \
                     leaves the goal out";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let (rows, closed, open, primes) = match arguments[..] {
        [rows, closed, open] => (rows, closed, open, 2),
        [rows, closed, open, primes] if primes > 0 => (rows, closed, open, primes),
        _ => return Err(USAGE.into()),
    };
    let rows = u16::try_from(rows)?;
    let closed = recurrences(rows, closed, Goal::Closed, primes)?;
    let open = recurrences(rows, open, Goal::Open, primes)?;
    for (closed, open) in closed.iter().zip(&open) {
        let power = open.denominator.multiplicity(&closed.denominator);
        println!("the denominator of the closed tours divides that of the open ones {power} times");
    }
    Ok(())
}

/// Finds and prints the recurrences modulo each prime.
fn recurrences(
    rows: u16,
    lengths: usize,
    goal: Goal,
    primes: usize,
) -> Result<Vec<Recurrence>, Box<dyn Error>> {
    if lengths == 0 {
        return Ok(Vec::new());
    }
    let began = Instant::now();
    let mut shown = Duration::ZERO;
    let mut progress = |length| {
        if began.elapsed() > shown + Duration::from_secs(5) {
            shown = began.elapsed();
            eprintln!("{rows}x{length} of {rows}x{lengths}, {goal}, {:.0} s", shown.as_secs_f64());
        }
        ControlFlow::Continue(())
    };
    let threads = std::thread::available_parallelism()?.get();
    let terms = terms((rows, lengths), goal, primes, 8 << 30, threads, &mut progress)?;
    let mut found = Vec::new();
    for terms in terms {
        let recurrence = terms.recurrence();
        let Recurrence { order, denominator, spare_terms } = &recurrence;
        println!(
            "{goal} tours of {rows}×n modulo {}: a recurrence of order {order}, a denominator of \
             degree {}, {spare_terms} terms to spare",
            terms.prime(),
            denominator.degree()
        );
        if *spare_terms == 0 {
            println!("no recurrence: more terms are needed");
        }
        let degrees: Vec<String> = (1..)
            .zip(denominator.roots_by_multiplicity())
            .filter(|(_, degree)| *degree > 0)
            .map(|(multiplicity, degree)| format!("{degree} of multiplicity {multiplicity}"))
            .collect();
        println!("roots of the denominator: {}", degrees.join(", "));
        if denominator.degree() <= 40 {
            let coefficients: Vec<String> =
                denominator.coefficients().map(|coefficient| coefficient.to_string()).collect();
            println!("the denominator, from the constant on: {}", coefficients.join(" "));
        }
        found.push(recurrence);
    }
    println!("{:.1} s", began.elapsed().as_secs_f64());
    Ok(found)
}
