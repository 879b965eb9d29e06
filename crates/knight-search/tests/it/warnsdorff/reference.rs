//! The recursion that the documentation describes, which performs every check one by one.

use std::cmp::Reverse;

use knight_search::{Answer, Goal, Move, Outcome, Problem, Rule, Square, Symmetry, Ties};

/// The recursion that the documentation describes, check by check.
pub(super) struct Reference<'a> {
    problem: &'a Problem,
    ties: Ties,
    is_greedy: bool,
    path: Vec<Square>,
    random: u64,
    checks: u128,
    nodes: u128,
}

/// Why a recursion does not go back further.
enum Final {
    Tour,
    Stuck,
    OutOfBudget,
}

impl Reference<'_> {
    /// The answer of one of Warnsdorff's rules.
    pub(super) fn search(problem: &Problem, rule: Rule, seed: u64) -> Answer {
        let (Rule::Warnsdorff(ties) | Rule::Greedy(ties)) = rule else { panic!("another rule") };
        let mut reference = Reference {
            problem,
            ties,
            is_greedy: rule.is_greedy(),
            path: Vec::new(),
            random: seed,
            checks: 0,
            nodes: 0,
        };
        let outcome = match reference.solve(problem.start) {
            Ok(()) => Outcome::None,
            Err(Final::Tour) => Outcome::Tour,
            Err(Final::Stuck) => Outcome::Stuck,
            Err(Final::OutOfBudget) => Outcome::Budget,
        };
        Answer {
            outcome,
            checks: reference.checks,
            nodes: (outcome != Outcome::Budget).then_some(reference.nodes),
            tour: (outcome == Outcome::Tour).then_some(reference.path),
        }
    }

    /// Returns if the node fails.
    fn solve(&mut self, square: Square) -> Result<(), Final> {
        let Problem { board, start, .. } = *self.problem;
        self.nodes += 1;
        self.path.push(square);
        let closes = board.neighbours(square).any(|s| s == start);
        let meets_goal = self.problem.goal == Goal::Open || closes;
        if self.path.len() == board.area() && meets_goal {
            return Err(Final::Tour);
        }
        let children = self.ranked_children(square)?;
        if children.is_empty() && self.is_greedy {
            return Err(Final::Stuck);
        }
        for child in children {
            self.solve(child)?;
        }
        self.path.pop();
        Ok(())
    }

    fn ranked_children(&mut self, square: Square) -> Result<Vec<Square>, Final> {
        let mut children = Vec::new();
        for child in self.moves_from(square)? {
            let onward = self.moves_from(child)?;
            children.push((child, onward));
        }
        let counts: Vec<usize> = children.iter().map(|(_, onward)| onward.len()).collect();
        let mut ranked = Vec::new();
        let digits = self.squirrel_cull_digits();
        for (child, onward) in children {
            let count = onward.len();
            let ties = counts.iter().filter(|&&other| other == count).count() > 1;
            let tie = match self.ties {
                Ties::First | Ties::Roth => (0, 0),
                Ties::Random => (0, self.draw() >> 7),
                Ties::Pohl if ties => (self.second_level(onward)?, 0),
                Ties::PohlRandom => {
                    let drawn = self.draw() >> 13;
                    (if ties { self.second_level(onward)? } else { 0 }, drawn)
                }
                Ties::Pohl => (0, 0),
                Ties::SquirrelCull => {
                    let taken = |mv: &Move| self.problem.board.target(square, *mv) == Some(child);
                    let turn = self.problem.order.moves().iter().position(taken).unwrap();
                    let digit = char::from(b'1' + turn as u8);
                    (digits.find(digit).unwrap() as u64, 0)
                }
            };
            let far = if self.ties == Ties::Roth { self.distance(child) } else { 0 };
            ranked.push((count, tie, Reverse(far), child));
        }
        // A stable sort, so what ties in all of these stays in the move order.
        ranked.sort_by_key(|&(count, tie, far, _)| (count, tie, far));
        Ok(ranked.into_iter().map(|(.., child)| child).collect())
    }

    /// Squirrel and Cull's order after this path, by their table for small sides.
    fn squirrel_cull_digits(&self) -> &'static str {
        let Problem { board, order, .. } = *self.problem;
        let m = i32::from(board.rows());
        let rows: &[(&str, i32, i32)] = match m {
            1 => {
                &[("34261578", 0, -1), ("87642135", 2, 2), ("51324678", -5, 5), ("32481765", 0, 0)]
            }
            2 => &[
                ("34261578", 6, 1),
                ("87642135", 3, 1),
                ("54132678", -13, 4),
                ("52431678", 10, 0),
                ("85647123", 5, -2),
                ("15746823", 0, 0),
            ],
            3 => {
                &[("34625718", 2, 1), ("42681357", -3, 3), ("86512347", 2, 5), ("51867342", -7, 3)]
            }
            4 => {
                &[("34261578", 3, 2), ("87642135", 2, 2), ("51867342", -4, 1), ("51342678", 10, -1)]
            }
            5 => &[("34261578", 4, 3), ("87642135", 2, 2), ("51324678", 3, 0), ("15234678", 0, 0)],
            6 => {
                &[("34261578", 6, 1), ("87642135", 3, 1), ("54132678", -4, 1), ("52431678", 10, 4)]
            }
            _ => &[
                ("34625718", 6, 5),
                ("42681357", 1, 7),
                ("86512347", 2, 5),
                ("51867342", 1, 3),
                ("61825437", 4, 5),
                ("61357284", 0, 0),
            ],
        };
        // The table numbers the moves clockwise from (−2,+1).
        let first = order.moves()[0].delta();
        let standard = Move::from_delta(-2, 1).unwrap();
        let mirror = Symmetry::ALL.into_iter().find(|g| g.mv(standard).delta() == first).unwrap();
        let mut phase = 0;
        for &visited in &self.path {
            let (_, row, col) = rows[phase];
            let Ok(row) = u16::try_from(row) else { continue };
            let Ok(col) = u16::try_from(col) else { continue };
            let until = Square { row, col };
            if board.contains(until) && mirror.square(board, until) == visited {
                phase = (phase + 1).min(rows.len() - 1);
            }
        }
        rows[phase].0
    }

    fn second_level(&mut self, onward: Vec<Square>) -> Result<u64, Final> {
        let mut sum = 0;
        for square in onward {
            sum += self.moves_from(square)?.len() as u64;
        }
        Ok(sum)
    }

    /// The legal moves from a square: eight checks.
    fn moves_from(&mut self, from: Square) -> Result<Vec<Square>, Final> {
        let mut legal = Vec::new();
        for mv in self.problem.order.moves() {
            if self.problem.budget.limit() == Some(self.checks) {
                return Err(Final::OutOfBudget);
            }
            self.checks += 1;
            let target = self.problem.board.target(from, mv);
            legal.extend(target.filter(|target| !self.path.contains(target)));
        }
        Ok(legal)
    }

    fn distance(&self, square: Square) -> u32 {
        let Problem { board, .. } = *self.problem;
        let rows = 2 * i32::from(square.row) - i32::from(board.rows()) - 1;
        let cols = 2 * i32::from(square.col) - i32::from(board.cols()) - 1;
        (rows * rows + cols * cols) as u32
    }

    /// SplitMix64.
    fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e3779b97f4a7c15);
        let z = self.random;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }
}
