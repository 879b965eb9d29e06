//! Which side of pairs of jobs needs more checks, and how many times as many.
//!
//! Wins are decided by whole numbers. A stopped job needs more checks than its budget, so a job
//! that is decided within this budget wins for certain, by a ratio of which only a bound is known.

use crate::analysis::{Cost, JobRow, Jobs, Pairing, Ratio};
use crate::text::formatting::{counted, grouped, joined};
use knight_board::named_enum;
use knight_search::Outcome;

/// How the first job of a pair compares with the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairResult {
    /// Both are decided by the same number of checks.
    Tied,
    /// Both are decided, the first by fewer checks.
    Won,
    /// The first is decided, and the second for certain not by so few checks: it was stopped later,
    /// or is stuck.
    WonByBound,
    /// Both are decided, the second by fewer checks.
    Lost,
    /// The second is decided, and the first for certain not by so few checks.
    LostByBound,
    /// One is decided, but the other may need fewer checks or more.
    UndecidedOne,
    /// Neither is decided.
    UndecidedBoth,
}

named_enum!(
    PairResult,
    "result",
    Tied => "tied",
    Won => "won",
    WonByBound => "won by bound",
    Lost => "lost",
    LostByBound => "lost by bound",
    UndecidedOne => "undecided on one side",
    UndecidedBoth => "undecided on both sides"
);

impl PairResult {
    /// How a job with the first cost compares with one that has the second.
    pub fn of(first: Cost, second: Cost) -> PairResult {
        let decided_below = |count: u128, other: Cost| match other {
            Cost::Above(budget) => count <= budget,
            Cost::Never => true,
            Cost::Exact(_) | Cost::Unknown => false,
        };
        match (first, second) {
            (Cost::Exact(one), Cost::Exact(other)) => match one.cmp(&other) {
                std::cmp::Ordering::Less => PairResult::Won,
                std::cmp::Ordering::Equal => PairResult::Tied,
                std::cmp::Ordering::Greater => PairResult::Lost,
            },
            (Cost::Exact(one), _) if decided_below(one, second) => PairResult::WonByBound,
            (_, Cost::Exact(other)) if decided_below(other, first) => PairResult::LostByBound,
            (Cost::Exact(_), _) | (_, Cost::Exact(_)) => PairResult::UndecidedOne,
            _ => PairResult::UndecidedBoth,
        }
    }

    /// Whether the second job certainly needs fewer checks.
    pub fn is_lost(self) -> bool {
        matches!(self, PairResult::Lost | PairResult::LostByBound)
    }

    /// Whether one job wins, and how many checks the other needs is not known.
    pub fn is_by_bound(self) -> bool {
        matches!(self, PairResult::WonByBound | PairResult::LostByBound)
    }

    /// Whether it is not known which job needs fewer checks.
    pub fn is_open(self) -> bool {
        matches!(self, PairResult::UndecidedOne | PairResult::UndecidedBoth)
    }
}

/// Two sides of jobs compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    results: [u64; PairResult::ALL.len()],
    /// The median over all pairs of how many times as many checks the second side needs.
    pub median: Ratio,
    /// That median over the pairs that both sides decide.
    pub decided_median: Option<f64>,
    /// The geometric mean over the pairs that both sides decide.
    pub decided_mean: Option<f64>,
    /// The pairs that contradict each other, and rows of one side that do.
    pub contradictions: Vec<(u32, u32)>,
}

impl Comparison {
    /// Compares the jobs of the pairs.
    pub fn new(jobs: &Jobs, pairing: &Pairing) -> Comparison {
        let mut results = [0; PairResult::ALL.len()];
        let mut ratios = Vec::with_capacity(pairing.pairs.len());
        let mut decided = Vec::new();
        let mut contradictions = pairing.contradictions.clone();
        for &pair in &pairing.pairs {
            let [first, second] = rows(jobs, pair);
            let result = PairResult::of(first.cost, second.cost);
            results[result as usize] += 1;
            let ratio = Ratio::of(first.cost, second.cost);
            ratios.push(ratio);
            if matches!(result, PairResult::Won | PairResult::Tied | PairResult::Lost) {
                decided.push(ratio);
            }
            if contradict(&first, &second) {
                contradictions.push(pair);
            }
        }
        let median = Ratio::median(&ratios);
        let decided_median = Ratio::median(&decided).number();
        let logarithms: f64 = decided.iter().map(|ratio| ratio.low.ln()).sum();
        let mean = (logarithms / decided.len() as f64).exp();
        let decided_mean = (!decided.is_empty() && mean.is_finite()).then_some(mean);
        Comparison { results, median, decided_median, decided_mean, contradictions }
    }

    /// How many pairs have this result.
    pub fn with(&self, result: PairResult) -> u64 {
        self.results[result as usize]
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.results.iter().sum()
    }

    /// In how many pairs the first job certainly needs fewer checks.
    pub fn won(&self) -> u64 {
        self.with(PairResult::Won) + self.with(PairResult::WonByBound)
    }

    /// In how many pairs the second job certainly needs fewer checks.
    pub fn lost(&self) -> u64 {
        self.with(PairResult::Lost) + self.with(PairResult::LostByBound)
    }

    /// In how many pairs it is not known which job needs fewer checks.
    pub fn undecided(&self) -> u64 {
        self.with(PairResult::UndecidedOne) + self.with(PairResult::UndecidedBoth)
    }

    /// How many pairs both sides decide.
    pub fn decided(&self) -> u64 {
        self.with(PairResult::Won) + self.with(PairResult::Tied) + self.with(PairResult::Lost)
    }

    /// The result in one sentence, for sides with these names whose pairs are called `noun`:
    /// `b takes 3.2 times as many checks as a (median), and more on 41 of 64 starts`.
    pub fn sentence(&self, [first, second]: [&str; 2], noun: &str) -> String {
        if self.pairs() == 0 {
            return format!("no job of {first} has a partner in {second}");
        }
        let (won, lost, tied) = (self.won(), self.lost(), self.with(PairResult::Tied));
        let rest = |parts: &[(u64, &str)]| {
            let parts = parts.iter().filter(|(count, _)| *count > 0);
            joined(parts.map(|(count, what)| format!(", {what} {}", grouped(*count))), "")
        };
        if self.undecided() == self.pairs() {
            let on = self.on(self.pairs(), noun);
            return format!("{first} and {second} cannot be compared: undecided on {on}");
        }
        if won + lost == 0 {
            let (on, rest) = (self.on(tied, noun), rest(&[(self.undecided(), "unknown on")]));
            return format!("{first} and {second} take the same number of checks on {on}{rest}");
        }
        let rest = rest(&[(tied, "equally many on"), (self.undecided(), "unknown on")]);
        let (median, [better, worse], more) = match self.median.high < 1.0 {
            true => (self.median.inverse(), [second, first], lost),
            false => (self.median, [first, second], won),
        };
        if median.low > 1.0 {
            let (times, on) = (times_as_many(median), self.on(more, noun));
            return format!("{worse} takes {times} {better} (median), and more on {on}{rest}");
        }
        let on = self.on(won, noun);
        let won = format!("{first} takes fewer on {on}, {second} on {}{rest}", grouped(lost));
        match median.number() {
            Some(_) => format!("{first} and {second} take as many checks (median); {won}"),
            None => format!("Undecided jobs hide the median ratio; {won}"),
        }
    }

    /// This many of the pairs, in words.
    fn on(&self, count: u64, noun: &str) -> String {
        let pairs = counted(self.pairs(), noun);
        match count {
            0 => format!("none of {pairs}"),
            1 if self.pairs() == 1 => format!("the only {noun}"),
            count if count == self.pairs() => format!("all {pairs}"),
            count => format!("{} of {pairs}", grouped(count)),
        }
    }
}

/// A ratio above 1 in words.
fn times_as_many(ratio: Ratio) -> String {
    match (ratio.number(), ratio.to_string().as_str()) {
        (Some(f64::INFINITY), _) => "infinitely many times as many checks as".to_owned(),
        (_, "1" | "≥ 1") => "more checks than".to_owned(),
        (_, bounds) => format!("{} times as many checks as", bounds.replace("≥ ", "at least ")),
    }
}

/// The jobs of a pair.
pub fn rows(jobs: &Jobs, pair: (u32, u32)) -> [JobRow; 2] {
    [pair.0, pair.1].map(|place| jobs.get(place))
}

/// Whether not both results can be true: the same search has one result, and a board with a tour
/// from a square has one under every order and rule.
fn contradict(one: &JobRow, other: &JobRow) -> bool {
    let result = PairResult::of(one.cost, other.cost);
    let differ = result != PairResult::Tied && !result.is_open();
    let answers = [one.outcome, other.outcome];
    let is_answered_both_ways =
        answers.contains(&Outcome::Tour) && answers.contains(&Outcome::None);
    one.question() == other.question() && is_answered_both_ways
        || one.search() == other.search() && differ
}

/// The pairs by how much the first side is better, those first of which most is known: the largest
/// ratio first, in the other direction from the end.
pub fn ranked(jobs: &Jobs, pairing: &Pairing) -> Vec<(Ratio, (u32, u32))> {
    let mut ranked: Vec<(Ratio, (u32, u32))> = pairing
        .pairs
        .iter()
        .map(|&pair| {
            let [first, second] = rows(jobs, pair);
            (Ratio::of(first.cost, second.cost), pair)
        })
        .collect();
    ranked.sort_by(|(one, _), (other, _)| other.certainty().total_cmp(&one.certainty()));
    ranked
}

#[cfg(test)]
mod tests;
