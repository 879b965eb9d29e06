//! A matrix shows what its jobs found.

use crate::analysis::jobs::{JobRow, JobStats, Jobs, Setting};
use crate::pictures::PlotInput;
use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::drawing::{Area, Choices, Picture, Style};
use crate::pictures::fill::Sign;
use crate::pictures::matrix::{
    bands::{Matrix, matrices, orbit},
    cells::Looks,
    draw,
};
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::{Board, MoveOrder, Outcome, Square};

/// Every order of some and every square of 3x4; this says how each job ends.
fn jobs(orders: u16, outcome: impl Fn(u16, Square) -> (Outcome, u128)) -> Jobs {
    let all = (0..orders).flat_map(|rank| {
        let squares = "3x4".parse::<Board>().unwrap().squares();
        squares.map(move |start| (rank, start))
    });
    let job = |(rank, start): (u16, Square)| {
        let ((outcome, checks), order) =
            (outcome(rank, start), MoveOrder::from_rank(rank).unwrap());
        let Square { row: start_row, col: start_col } = start;
        let budget = Some(1000);
        Record { rows: 3, cols: 4, start_row, start_col, order, budget, ..record(outcome, checks) }
    };
    PlotInput::of(&all.map(job).collect::<Vec<_>>()).jobs
}

fn one(jobs: &Jobs, most_rows: usize) -> Matrix {
    let mut all = matrices(jobs, most_rows, 100).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// A tour where the row of the start is less than the rank of the order.
fn more_with_rank(rank: u16, start: Square) -> (Outcome, u128) {
    if start.row < rank { (Outcome::Tour, 64) } else { (Outcome::Budget, 1000) }
}

#[test]
fn starts_that_symmetries_map_to_each_other_stand_side_by_side() {
    let matrix = one(&jobs(4, more_with_rank), 100);
    let orbits: Vec<Square> =
        matrix.starts.iter().map(|&start| orbit(matrix.search.board, start)).collect();
    let mut distinct = orbits.clone();
    distinct.dedup();
    assert_eq!((orbits.len(), distinct.len()), (12, 4));
    // Rows 1 and 3 are one orbit, with 2 + 1 + 0 + 0 tours; row 2 has fewer.
    assert_eq!(matrix.starts[0], Square { row: 1, col: 1 });
    // Where all have as many tours, those with fewer checks come first.
    let matrix = one(
        &jobs(2, |_, start| (Outcome::Tour, if matches!(start.col, 2 | 3) { 64 } else { 99 })),
        100,
    );
    let columns: Vec<u16> = matrix.starts.iter().map(|start| start.col).collect();
    assert_eq!(columns, [2, 3, 2, 3, 2, 3, 1, 4, 1, 4, 1, 4]);
}

#[test]
fn cells_are_their_jobs_and_bands_have_the_exact_share_of_theirs() {
    let jobs = jobs(100, |rank, start| {
        let is_tour = (u32::from(rank) * 7919 + u32::from(start.col) * 31) % 5 < 2;
        if is_tour { (Outcome::Tour, u128::from(rank)) } else { (Outcome::Budget, 1000) }
    });
    for (most_rows, of_each) in [(100, 1), (7, 15)] {
        let matrix = one(&jobs, most_rows);
        assert_eq!((matrix.orders_per_row, matrix.cells.len()), (of_each, most_rows));
        for (band, cells) in matrix.orders.chunks(of_each).zip(&matrix.cells) {
            for (start, cell) in matrix.starts.iter().zip(cells) {
                let of_band = |row: &JobRow| {
                    row.start == *start && band.iter().any(|found| found.order == row.order)
                };
                assert_eq!(*cell, JobStats::of(jobs.iter().filter(of_band)));
            }
        }
    }
}

#[test]
fn jobs_that_are_missing_leave_empty_cells() {
    let mut partial = Jobs::default();
    jobs(3, more_with_rank)
        .iter()
        .filter(|row| row.start.row < 3)
        .for_each(|row| partial.push(&row));
    partial.push(&jobs(1, |_, _| (Outcome::None, 9)).get(11));
    let matrix = one(&partial, 100);
    let last = matrix.starts.iter().position(|start| *start == Square { row: 3, col: 4 }).unwrap();
    let cells: Vec<&JobStats> = matrix.cells.iter().map(|row| &row[last]).collect();
    let counts = |outcome| cells.iter().filter(|cell| cell.with(outcome) == 1).count();
    let empty = cells.iter().filter(|cell| ***cell == JobStats::default()).count();
    assert_eq!((counts(Outcome::None), empty), (1, 2));
}

#[test]
fn cells_look_like_what_their_jobs_found() {
    let cell = |outcomes: &[(Outcome, u128)]| {
        let row = |(outcome, checks): &(_, _)| JobRow::of(0, &record(*outcome, *checks)).unwrap();
        JobStats::of(outcomes.iter().map(row))
    };
    let matrices = [one(&jobs(4, more_with_rank), 100)];
    let single = Looks::of(&matrices, &Choices::NONE);
    for (outcome, sign) in [
        (Outcome::Budget, Sign::Above),
        (Outcome::None, Sign::NoTour),
        (Outcome::Stuck, Sign::Stuck),
        (Outcome::Memory, Sign::Unknown),
    ] {
        assert_eq!(single.look(&matrices[0], 0, &cell(&[(outcome, 9)])), Err(sign));
    }
    assert!(single.look(&matrices[0], 0, &cell(&[(Outcome::Tour, 64)])).is_ok());
    assert_eq!(single.look(&matrices[0], 0, &cell(&[])), Err(Sign::Empty));
    // Where most medians are above the budget, shades are shares.
    let rarely = |rank: u16, start: Square| match (rank + start.col) % 4 {
        0 => (Outcome::Tour, 64),
        _ => (Outcome::Budget, 1000),
    };
    let shares = Looks::of(&[one(&jobs(100, rarely), 7)], &Choices::NONE);
    let quarter = cell(&[
        (Outcome::Tour, 64),
        (Outcome::Budget, 9),
        (Outcome::Budget, 9),
        (Outcome::Stuck, 9),
    ]);
    assert!(shares.look(&matrices[0], 0, &quarter).is_ok());
    // Where they are numbers, shades are medians.
    let medians =
        Looks::of(&[one(&jobs(100, |rank, _| (Outcome::Tour, rank.into())), 7)], &Choices::NONE);
    let two = |jobs| medians.look(&matrices[0], 0, &cell(jobs));
    assert_eq!(two(&[(Outcome::Tour, 1), (Outcome::Budget, 99)]), Err(Sign::Above));
    assert!(two(&[(Outcome::Tour, 9), (Outcome::Tour, 80)]).is_ok());
}

/// The area of the paths of a picture, which consist of rectangles.
fn painted(svg: &str) -> f64 {
    let of_sides = |rect: &str| match rect.split(['h', 'v']).collect::<Vec<_>>()[..] {
        [_, width, height, _] => width.parse::<f64>().unwrap() * height.parse::<f64>().unwrap(),
        _ => 0.0,
    };
    let paths = svg.lines().filter_map(|line| line.strip_prefix("<path d=\"m"));
    paths.flat_map(|path| path.split('"').next().unwrap_or("").split('z').map(of_sides)).sum()
}

#[test]
fn runs_of_equal_cells_cover_the_matrix_once() {
    let jobs = jobs(900, |rank, start| {
        let is_tour = (u32::from(rank) * 7919 + u32::from(start.col) * 31) % 5 < 2;
        if is_tour { (Outcome::Tour, 64) } else { (Outcome::Budget, 1000) }
    });
    let matrix = one(&jobs, 300);
    assert_eq!((matrix.orders_per_row, matrix.cells.len()), (3, 300));
    let style = Style::default();
    let mut picture = Picture::of(&style, "");
    let area = Area { x: 0.0, y: 0.0, width: 120.0, height: 300.0 };
    Looks::of(std::slice::from_ref(&matrix), &Choices::NONE).paint(&mut picture, &matrix, area);
    let svg = picture.inline();
    assert!((painted(&svg) - 120.0 * 300.0).abs() < 1e-6);
    assert_eq!(svg.matches("<title>").count(), 300);
    assert!(svg.contains("<title>1. to 3. order, the first is "));
}

#[test]
fn each_cell_without_a_tour_has_its_corner_in_runs_too() {
    let jobs = jobs(300, |rank, start| {
        let is_none = start.col == 1 && rank < 200;
        if is_none { (Outcome::None, 64) } else { (Outcome::Budget, 1000) }
    });
    let matrix = one(&jobs, 300);
    let mut picture = Picture::of(&Style::default(), "");
    let area = Area { x: 0.0, y: 0.0, width: 120.0, height: 3000.0 };
    let looks = Looks::of(std::slice::from_ref(&matrix), &Choices::NONE);
    looks.paint(&mut picture, &matrix, area);
    let svg = picture.inline();
    let corners = svg.lines().find(|line| line.contains("class=\"corner\"")).unwrap();
    let starts = matrix.starts.iter().filter(|start| start.col == 1).count();
    assert_eq!(corners.matches('M').count(), 200 * starts);
}

#[test]
fn several_boards_stand_side_by_side_and_say_what_their_rows_are() {
    let of_orders = |orders: u16, boards: u16| {
        let mut input = PlotInput::default();
        for board in 0..boards {
            for row in jobs(orders, more_with_rank).iter() {
                let wider = Board::new(5, 5 + board).unwrap();
                let setting = Setting { board: wider, ..row.setting };
                input.jobs.push(&JobRow { setting, ..row });
            }
        }
        input
    };
    for (orders, what) in
        [(30, ">order, best first</text>"), (300, ">place of the order, best first</text>")]
    {
        let one = draw(&of_orders(orders, 1), &Style::default()).unwrap();
        let three = draw(&of_orders(orders, 3), &Style::default()).unwrap();
        assert_eq!(one.inline().matches(what).count(), 1);
        assert!(three.height < 2.1 * one.height, "{} {}", three.height, one.height);
        for millimetres in [84.0, 170.0, 250.0] {
            for boards in [2, 3, 8] {
                let style = Style::of_print(millimetres, 9.0);
                assert_legible(&draw(&of_orders(orders, boards), &style).unwrap());
            }
        }
    }
}
