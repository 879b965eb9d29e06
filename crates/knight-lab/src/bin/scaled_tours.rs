//! Prints how many open tours boards of given rows have, divided by a power of a factor, as CSV:
//! columns, and the tours of so many columns divided by the factor to the power of the columns. In
//! floating point.
//!
//! `cargo run --release -p knight-lab --bin scaled_tours ROWS FACTOR LENGTHS`

#![allow(clippy::print_stdout)]

use std::error::Error;

use knight_strips::strip_growth::scaled_tours;

/// Bytes for the states.
const MEMORY: usize = 8 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rows, factor, lengths] = &arguments[..] else {
        return Err(
            "usage: scaled_tours ROWS FACTOR LENGTHS, such as 6 64.08197850019034 330".into()
        );
    };
    let (rows, factor, lengths) = (rows.parse()?, factor.parse()?, lengths.parse()?);
    let tours = scaled_tours(rows, factor, lengths, MEMORY)?;
    println!("cols,scaled_tours");
    for (tours, cols) in tours.into_iter().zip(1..) {
        println!("{cols},{tours:e}");
    }
    Ok(())
}
