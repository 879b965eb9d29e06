//! The transfer matrix of a strip: what adding a column does to the numbers of ways to its states.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter::Sum;

use crate::strip::{After, MAX_ROWS, State, Strip};
use knight_frontier::{CountError, Prime};

/// How many remainders may be added in 64 bits.
const MOST_SOURCES: usize = 256;

/// The matrix, as a product of sparse matrices: one for each square of a column. Only states
/// between the first one and a tour are kept.
pub(super) struct ColumnMatrix {
    squares: Vec<SquareMatrix>,
    /// States before a column.
    pub states: usize,
}

/// What processing a square does.
struct SquareMatrix {
    /// The sources of a state: those from its own number on, up to those of the next state.
    first_source: Vec<usize>,
    /// States before the square.
    sources: Vec<u32>,
    /// States from which the square completes a tour, and how many columns later the tour ends.
    tours: Vec<(u32, usize)>,
}

/// The states before a square, and where they lead to, while they are found.
#[derive(Default)]
pub(super) struct Found {
    numbers: HashMap<State, u32>,
    states: Vec<State>,
    /// From a state to one before the next square.
    moves: Vec<(u32, u32)>,
    tours: Vec<(u32, usize)>,
}

impl ColumnMatrix {
    /// Finds all states.
    ///
    /// # Errors
    /// Those of [`find_states`]; [`CountError::TooWide`] if a state has too many sources.
    pub(crate) fn new(strip: Strip, bytes: usize) -> Result<ColumnMatrix, CountError> {
        let found = find_states(strip, bytes)?;
        ColumnMatrix::of(&found, &are_useful(&found), |_, _| true)
    }

    /// The matrix of some of the useful states before each square.
    ///
    /// # Errors
    /// [`CountError::TooWide`] if a state has too many sources.
    pub(crate) fn of(
        found: &[Found],
        is_useful: &[Vec<bool>],
        is_chosen: impl Fn(usize, State) -> bool,
    ) -> Result<ColumnMatrix, CountError> {
        let of_square = |(square, (found, is_useful)): (usize, (&Found, &Vec<bool>))| {
            let mut numbers = 0..;
            let states = found.states.iter().zip(is_useful);
            let number = |(state, is_useful): (&State, &bool)| {
                if *is_useful && is_chosen(square, *state) { numbers.next() } else { None }
            };
            states.map(number).collect()
        };
        let numbers: Vec<Vec<Option<u32>>> =
            found.iter().zip(is_useful).enumerate().map(of_square).collect();
        let next = numbers.iter().cycle().skip(1);
        let squares = found.iter().zip(numbers.iter().zip(next));
        let squares: Vec<SquareMatrix> = squares
            .map(|(found, (before, after))| SquareMatrix::new(found, before, after))
            .collect();
        let is_narrow = |square: &SquareMatrix| {
            square.first_source.windows(2).all(|pair| pair[1] - pair[0] < MOST_SOURCES)
        };
        if !squares.iter().all(is_narrow) {
            return Err(CountError::TooWide);
        }
        Ok(ColumnMatrix { squares, states: numbers[0].iter().flatten().count() })
    }

    /// What a column makes of numbers of ways to its states, roughly.
    pub(crate) fn ways_after(&self, ways: &[f64]) -> Vec<f64> {
        self.squares.iter().fold(ways.to_vec(), |ways, square| square.sums(&ways))
    }

    /// What a column makes of numbers of ways to its states, exactly.
    ///
    /// # Errors
    /// [`CountError::TooWide`] if a number may need more than 128 bits.
    pub(crate) fn exact_ways_after(&self, ways: &[u128]) -> Result<Vec<u128>, CountError> {
        self.squares.iter().try_fold(ways.to_vec(), |ways, square| {
            // A square adds up fewer than 256 numbers.
            let fits = ways.iter().all(|&ways| ways < 1 << 120);
            if fits { Ok(square.sums(&ways)) } else { Err(CountError::TooWide) }
        })
    }

    /// What a column makes of the remainders of numbers of ways to its states.
    pub(crate) fn ways_after_modulo(&self, ways: &[u64], prime: Prime) -> Vec<u64> {
        self.squares.iter().fold(ways.to_vec(), |ways, square| square.sums_modulo(&ways, prime))
    }

    /// The numbers of tours of boards with 1, 2, … `lengths` columns, each divided by `factor` to
    /// the power of its columns, roughly.
    pub(crate) fn scaled_tours(&self, factor: f64, lengths: usize) -> Vec<f64> {
        let mut tours = vec![0.0; lengths];
        let mut ways = vec![0.0; self.states];
        if let Some(first) = ways.first_mut() {
            *first = 1.0;
        }
        for column in 0..lengths {
            for square in &self.squares {
                for &(state, columns) in &square.tours {
                    if let Some(tours) = tours.get_mut(column + columns) {
                        *tours += ways[state as usize] / factor.powi(columns as i32 + 1);
                    }
                }
                ways = square.sums(&ways);
            }
            ways.iter_mut().for_each(|ways| *ways /= factor);
        }
        tours
    }

    /// The remainders of the numbers of tours of boards with 1, 2, … `lengths` columns by a prime.
    /// `progress` is called after each column with its number.
    pub(crate) fn tours(
        &self,
        lengths: usize,
        prime: Prime,
        progress: &mut dyn FnMut(usize),
    ) -> Vec<u64> {
        let mut tours = vec![0; lengths];
        // If there are tours, the first state is useful and has number 0.
        let mut ways = vec![0; self.states];
        if let Some(first) = ways.first_mut() {
            *first = 1;
        }
        for column in 0..lengths {
            for square in &self.squares {
                for &(state, columns) in &square.tours {
                    if let Some(tours) = tours.get_mut(column + columns) {
                        *tours = prime.remainder(*tours + ways[state as usize]);
                    }
                }
                ways = square.sums_modulo(&ways, prime);
            }
            progress(column + 1);
        }
        tours
    }
}

/// Finds the states before each square of a column, from the first one on.
///
/// # Errors
/// [`CountError::MemoryLimit`] if they take more than `bytes`; [`CountError::TooWide`] if there are
/// no rows, or too many.
pub(super) fn find_states(strip: Strip, bytes: usize) -> Result<Vec<Found>, CountError> {
    if !(1..=MAX_ROWS).contains(&strip.rows) {
        return Err(CountError::TooWide);
    }
    let order: Vec<usize> = strip.order().collect();
    let mut found: Vec<Found> = order.iter().map(|_| Found::default()).collect();
    found[0].number(strip.first_state());
    let mut done = vec![0; order.len()];
    let mut is_new = true;
    while std::mem::take(&mut is_new) {
        for (square, &row) in order.iter().enumerate() {
            let next = (square + 1) % order.len();
            while let Some(&state) = found[square].states.get(done[square]) {
                let number = done[square] as u32;
                done[square] += 1;
                is_new = true;
                strip.process(state, row, |after| match after {
                    After::Tour { columns } => found[square].tours.push((number, columns)),
                    After::State(after) => {
                        let after = if next == 0 { strip.next_column(after) } else { after };
                        let after = found[next].number(after);
                        found[square].moves.push((number, after));
                    }
                });
                if number.is_multiple_of(4096)
                    && found.iter().map(Found::bytes).sum::<usize>() > bytes
                {
                    return Err(CountError::MemoryLimit);
                }
            }
        }
    }
    Ok(found)
}

impl Found {
    /// The number of a state that was found.
    pub(crate) fn find(&self, state: State) -> Option<usize> {
        self.numbers.get(&state).map(|&number| number as usize)
    }

    /// The number of a state, which is added if it is new.
    fn number(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        match self.numbers.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.states.push(state);
                *new.insert(next)
            }
        }
    }

    /// Bytes in use, roughly.
    fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<(State, u32)>()
            + self.states.capacity() * size_of::<State>()
            + 2 * self.moves.capacity() * size_of::<(u32, u32)>()
    }
}

/// For each square, which states lead to tours.
pub(super) fn are_useful(found: &[Found]) -> Vec<Vec<bool>> {
    let mut is_useful: Vec<Vec<bool>> =
        found.iter().map(|found| vec![false; found.states.len()]).collect();
    for (is_useful, found) in is_useful.iter_mut().zip(found) {
        found.tours.iter().for_each(|&(state, _)| is_useful[state as usize] = true);
    }
    let mut is_new = true;
    while std::mem::take(&mut is_new) {
        for square in (0..found.len()).rev() {
            let next = (square + 1) % found.len();
            for &(from, to) in &found[square].moves {
                if is_useful[next][to as usize] && !is_useful[square][from as usize] {
                    is_useful[square][from as usize] = true;
                    is_new = true;
                }
            }
        }
    }
    is_useful
}

impl SquareMatrix {
    fn new(found: &Found, before: &[Option<u32>], after: &[Option<u32>]) -> SquareMatrix {
        let useful = |&(from, to): &(u32, u32)| Some((after[to as usize]?, before[from as usize]?));
        let mut moves: Vec<(u32, u32)> = found.moves.iter().filter_map(useful).collect();
        moves.sort_unstable();
        let states = after.iter().flatten().count();
        let mut first_source = vec![0; states + 1];
        moves.iter().for_each(|&(to, _)| first_source[to as usize + 1] += 1);
        for state in 0..states {
            first_source[state + 1] += first_source[state];
        }
        let sources = moves.into_iter().map(|(_, from)| from).collect();
        let tours = found.tours.iter();
        let tours = tours.filter_map(|&(from, columns)| Some((before[from as usize]?, columns)));
        SquareMatrix { first_source, sources, tours: tours.collect() }
    }

    /// The sums of the ways to the sources of each state after the square.
    fn sums<T: Copy + Sum>(&self, ways: &[T]) -> Vec<T> {
        let of_state = |bounds: &[usize]| {
            self.sources[bounds[0]..bounds[1]].iter().map(|&from| ways[from as usize]).sum()
        };
        self.first_source.windows(2).map(of_state).collect()
    }

    /// Their remainders.
    fn sums_modulo(&self, ways: &[u64], prime: Prime) -> Vec<u64> {
        let mut sums = self.sums(ways);
        sums.iter_mut().for_each(|sum| *sum = prime.remainder(*sum));
        sums
    }
}
