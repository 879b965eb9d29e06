//! Measures the leap engine and its large counts; see `docs/lab-notes/counting-searches.md`.
//!
//! Usage: `leap random JOBS BUDGET`, or `leap orders START SAMPLE BUDGET`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_search::engines::{self, leap::Tables, search_one};
use knight_search::walks::CountStatus;
use knight_search::{
    Answer, Board, Budget, Engine, Family, FamilySearch, Goal, MemoryLimit, Method, MoveOrder,
    Outcome, Problem,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["random", jobs, budget] => random(jobs.parse()?, budget),
        ["orders", start, sample, budget] => orders(start, sample.parse()?, budget),
        _ => Err("usage: leap random JOBS BUDGET | orders START SAMPLE BUDGET".into()),
    }
}

/// Empty tables that may take, with the states of counts, `LEAP_GIB` or 8 GiB; large counts run on
/// `LEAP_THREADS` threads, or on one.
fn tables() -> Tables {
    let setting = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    Tables::with_threads(
        setting("LEAP_GIB").unwrap_or(8) << 30,
        setting("LEAP_THREADS").unwrap_or(1),
    )
}

/// Random (start, order) jobs on 8×8 as CSV, each with empty tables.
fn random(jobs: usize, budget: &str) -> Result<(), Box<dyn Error>> {
    let budget: Budget = budget.parse()?;
    let board: Board = "8x8".parse()?;
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut draw = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    println!("start_row,start_col,order,outcome,checks,seconds");
    for _ in 0..jobs {
        let start = board.square(draw(64) as usize);
        let order = MoveOrder::from_rank(draw(40_320) as u16).ok_or("no such rank")?;
        let problem = Problem { board, start, order, goal: Goal::Open, budget };
        let tables = tables();
        let began = Instant::now();
        let mut progress = |_| ControlFlow::Continue(());
        let answer = search_one(Method::fixed(Engine::Leap), &problem, &tables, &mut progress)?;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{},{},{order},{},{},{seconds:.6}",
            start.row, start.col, answer.outcome, answer.checks
        );
    }
    Ok(())
}

/// The large counts of a search, from what [`Tables::status`] says again and again.
#[derive(Default)]
struct LargeCounts {
    /// The squares and the step of the count that runs.
    running: Option<(usize, usize)>,
    /// The squares of each count, and the most bytes that it used at once.
    seen: Vec<(usize, usize)>,
}

impl LargeCounts {
    fn watch(&mut self, status: Option<CountStatus>) {
        let before = self.running.take();
        let Some(now) = status else { return };
        if before.is_none_or(|(squares, step)| squares != now.squares || step > now.step) {
            self.seen.push((now.squares, 0));
        }
        self.running = Some((now.squares, now.step));
        if let Some((_, bytes)) = self.seen.last_mut() {
            *bytes = now.bytes.max(*bytes);
        }
    }

    /// How many there are, and those of more than 5 GB.
    fn print(&self) {
        let above: Vec<_> = self.seen.iter().filter(|(_, bytes)| *bytes > 5_000_000_000).collect();
        let most = self.seen.iter().map(|(_, bytes)| bytes >> 20).max().unwrap_or(0);
        println!(
            "  {} large counts of up to {most} MiB, {} of more than 5 GB",
            self.seen.len(),
            above.len()
        );
        for (squares, bytes) in above {
            println!("  walks in {squares} squares: {} MiB", bytes >> 20);
        }
    }
}

/// Every SAMPLE-th order from one square of 8×8, all at once, and the memory of its large counts.
fn orders(start: &str, sample: usize, budget: &str) -> Result<(), Box<dyn Error>> {
    let board: Board = "8x8".parse()?;
    let problem = Problem {
        board,
        start: board.parse_square(start)?,
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: budget.parse()?,
    };
    let family = Family::of(&problem);
    let orders: Vec<MoveOrder> = MoveOrder::all().step_by(sample).collect();
    let tables = tables();
    let began = Instant::now();
    let mut tours = 0;
    let mut sum = 0;
    let mut counts = LargeCounts::default();
    let mut progress = |_| {
        counts.watch(tables.status());
        ControlFlow::Continue(())
    };
    let on_answer = &mut |_, answer: Result<Answer, MemoryLimit>| {
        if let Ok(answer) = answer {
            tours += usize::from(answer.outcome == Outcome::Tour);
            sum += answer.checks;
        }
    };
    let searches = FamilySearch { family: &family, orders: &orders, on_answer };
    engines::search(Method::fixed(Engine::Leap), searches, &tables, &mut progress)?;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{start}: {} orders, {tours} tours, {sum} checks in {seconds:.2} s, {:.3} ms an order; {:?}",
        orders.len(),
        1e3 * seconds / orders.len() as f64,
        tables.usage()
    );
    counts.print();
    Ok(())
}
