//! Warnsdorff's rule against a plain recursion, which performs every check one by one.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use knight_search::engines::leap::Tables;
use knight_search::engines::warnsdorff::{self, Mode, Ties};
use knight_search::engines::{plain, search_one};
use knight_search::questions::greedy_failures::greedy_failures;
use knight_search::{
    Answer, Board, Budget, Engine, Goal, Interrupted, Method, Move, MoveOrder, Outcome, Problem,
    Rule, Square, Symmetry, Tour,
};
use proptest::prelude::*;
use rayon::prelude::*;

use crate::known::{self, GreedyRuns, SquirrelCullBoard};

fn search(problem: &Problem, ties: Ties, mode: Mode) -> Answer {
    warnsdorff::search(problem, ties, mode, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn open(board: &str, start: &str) -> Problem {
    let board: Board = board.parse().unwrap();
    Problem {
        board,
        start: board.parse_square(start).unwrap(),
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    }
}

/// The recursion that the documentation describes, check by check.
struct Reference<'a> {
    problem: &'a Problem,
    ties: Ties,
    mode: Mode,
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
    fn search(problem: &Problem, ties: Ties, mode: Mode) -> Answer {
        let mut reference = Reference {
            problem,
            ties,
            mode,
            path: Vec::new(),
            random: match ties {
                Ties::Random(seed) | Ties::PohlRandom(seed) => seed,
                _ => 0,
            },
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
        if children.is_empty() && self.mode == Mode::Greedy {
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
                Ties::Random(_) => (0, self.draw() >> 7),
                Ties::Pohl if ties => (self.second_level(onward)?, 0),
                Ties::PohlRandom(_) => {
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

/// The rules of experiments except `fixed`, with what they stand for.
fn rules(seed: u64) -> [(Rule, Ties, Mode); 12] {
    let (backtracking, greedy) = (Mode::Backtracking, Mode::Greedy);
    [
        (Rule::Warnsdorff, Ties::First, backtracking),
        (Rule::WarnsdorffRandom, Ties::Random(seed), backtracking),
        (Rule::WarnsdorffPohl, Ties::Pohl, backtracking),
        (Rule::WarnsdorffPohlRandom, Ties::PohlRandom(seed), backtracking),
        (Rule::WarnsdorffRoth, Ties::Roth, backtracking),
        (Rule::WarnsdorffSquirrelCull, Ties::SquirrelCull, backtracking),
        (Rule::Greedy, Ties::First, greedy),
        (Rule::GreedyRandom, Ties::Random(seed), greedy),
        (Rule::GreedyPohl, Ties::Pohl, greedy),
        (Rule::GreedyPohlRandom, Ties::PohlRandom(seed), greedy),
        (Rule::GreedyRoth, Ties::Roth, greedy),
        (Rule::GreedySquirrelCull, Ties::SquirrelCull, greedy),
    ]
}

fn search_by(method: Method, problem: &Problem) -> Answer {
    let mut progress = |_| ControlFlow::Continue(());
    let tables = Tables::new(1 << 20);
    search_one(method, problem, &tables, &mut progress).unwrap()
}

fn ties() -> impl Strategy<Value = Ties> {
    prop_oneof![
        Just(Ties::First),
        any::<u64>().prop_map(Ties::Random),
        Just(Ties::Pohl),
        any::<u64>().prop_map(Ties::PohlRandom),
        Just(Ties::Roth),
        Just(Ties::SquirrelCull)
    ]
}

fn modes() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Backtracking), Just(Mode::Greedy)]
}

fn problems(budgets: std::ops::Range<u128>) -> impl Strategy<Value = Problem> {
    let boards = (1..=7u16, 1..=7u16).prop_map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let start = |board: Board| (Just(board), 0..board.area());
    let goal = prop_oneof![Just(Goal::Open), Just(Goal::Closed)];
    let ranks = 0..MoveOrder::COUNT;
    let all = (boards.prop_flat_map(start), ranks, goal, budgets);
    all.prop_map(|((board, start), rank, goal, checks)| Problem {
        board,
        start: board.square(start),
        order: MoveOrder::from_rank(rank).unwrap(),
        goal,
        budget: Budget::checks(checks).unwrap(),
    })
}

/// Problems with ties that their boards permit.
fn problems_with_ties(budgets: std::ops::Range<u128>) -> impl Strategy<Value = (Problem, Ties)> {
    (problems(budgets), ties()).prop_map(|(problem, ties)| match ties {
        // The square of the rows; its start is on the board.
        Ties::SquirrelCull => {
            let side = problem.board.rows();
            let board = Board::new(side, side).unwrap();
            let start = Square { row: problem.start.row, col: problem.start.col.min(side) };
            (Problem { board, start, ..problem }, ties)
        }
        ties => (problem, ties),
    })
}

/// Asserts that the tour of an answer, if any, is one, and that it closes if it should.
fn check_tour(problem: &Problem, answer: &Answer) {
    if let Some(squares) = &answer.tour {
        let tour = Tour::new(problem.board, squares.clone()).unwrap();
        assert_eq!(squares[0], problem.start);
        assert!(problem.goal == Goal::Open || tour.is_closed());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_plain_recursion((problem, ties) in problems_with_ties(1..100_000), mode in modes()) {
        let answer = search(&problem, ties, mode);
        check_tour(&problem, &answer);
        prop_assert_eq!(answer, Reference::search(&problem, ties, mode));
    }

    #[test]
    fn keeps_every_budget_to_the_last_check((problem, ties) in problems_with_ties(1..3_000), mode in modes()) {
        prop_assert_eq!(search(&problem, ties, mode), Reference::search(&problem, ties, mode));
        let needed = search(&Problem { budget: Budget::checks(100_000).unwrap(), ..problem }, ties, mode).checks;
        for checks in needed.max(2) - 1..=needed + 1 {
            let problem = Problem { budget: Budget::checks(checks).unwrap(), ..problem };
            prop_assert_eq!(search(&problem, ties, mode), Reference::search(&problem, ties, mode));
        }
    }

    #[test]
    fn the_rules_of_experiments_are_the_searches_of_the_recursion(
        problem in problems(1..20_000),
        seed: u64,
        engine in prop_oneof![Just(Engine::Step), Just(Engine::Auto)],
    ) {
        for (rule, ties, mode) in rules(seed) {
            let seed = rule.is_random().then_some(seed);
            if !(Method { rule, seed, engine }).supports(problem.board) {
                continue;
            }
            let answer = search_by(Method { rule, seed, engine }, &problem);
            prop_assert_eq!(answer, Reference::search(&problem, ties, mode), "{}", rule);
        }
    }

    /// What `symmetry = "reduce"` relies on.
    #[test]
    fn images_have_the_same_counts_and_mirrored_tours_by_every_rule(problem in problems(20_000..20_001), seed: u64) {
        for &rule in Rule::ALL {
            let method = Method { rule, seed: Some(seed), engine: Engine::Step };
            if !method.supports(problem.board) {
                continue;
            }
            let answer = search_by(method, &problem);
            for g in Symmetry::of(problem.board) {
                let image = Problem {
                    start: g.square(problem.board, problem.start),
                    order: g.order(problem.order),
                    ..problem
                };
                prop_assert_eq!(search_by(method, &image), answer.mirrored(problem.board, g), "{}", rule);
            }
        }
    }

    #[test]
    fn a_greedy_tour_is_that_of_the_search_with_backtracking((problem, ties) in problems_with_ties(100_000..100_001)) {
        let greedy = search(&problem, ties, Mode::Greedy);
        if greedy.outcome == Outcome::Tour {
            prop_assert_eq!(search(&problem, ties, Mode::Backtracking), greedy);
        } else {
            prop_assert_eq!(greedy.outcome, Outcome::Stuck);
        }
    }
}

const ALL_TIES: [Ties; 5] =
    [Ties::First, Ties::Random(7), Ties::Pohl, Ties::PohlRandom(7), Ties::Roth];

#[test]
fn a_whole_search_finds_a_tour_exactly_if_there_is_one() {
    for text in ["1x1", "1x2", "3x4", "4x3", "3x5", "4x4", "4x5"] {
        let board: Board = text.parse().unwrap();
        for start in board.squares() {
            for goal in [Goal::Open, Goal::Closed] {
                let problem = Problem { start, goal, ..open(text, "1,1") };
                let plain = plain::search(&problem);
                for ties in ALL_TIES {
                    let answer = search(&problem, ties, Mode::Backtracking);
                    check_tour(&problem, &answer);
                    assert_eq!(answer.outcome, plain.outcome, "{problem:?} {ties:?}");
                    if plain.outcome == Outcome::None {
                        assert_eq!(answer.nodes, plain.nodes, "{problem:?} {ties:?}");
                    }
                }
            }
        }
    }
}

/// A knight on the rim of 3x3 goes round it. The start has two children with one onward move each,
/// the next six squares have one child, the eighth has none, and the middle is out of reach.
#[test]
fn the_checks_of_a_run_by_hand() {
    let problem = open("3x3", "1,1");
    let checks = (8 + 2 * 8) + 6 * (8 + 8) + 8;
    for (ties, checks) in [
        (Ties::First, checks),
        (Ties::Random(3), checks),
        (Ties::Pohl, checks + 2 * 8),
        (Ties::PohlRandom(3), checks + 2 * 8),
        (Ties::Roth, checks),
    ] {
        let answer = search(&problem, ties, Mode::Greedy);
        let wanted = Answer { outcome: Outcome::Stuck, checks, nodes: Some(8), tour: None };
        assert_eq!(answer, wanted, "{ties:?}");
        let short = Problem { budget: Budget::checks(checks - 1).unwrap(), ..problem };
        let answer = search(&short, ties, Mode::Greedy);
        assert_eq!((answer.outcome, answer.checks), (Outcome::Budget, checks - 1));
    }
}

#[test]
fn a_dead_end_proves_nothing() {
    let stuck_start = Board::new(5, 5).unwrap().parse_square("1,2").unwrap();
    let problem = Problem { start: stuck_start, ..open("5x5", "1,1") };
    let greedy = search(&problem, Ties::First, Mode::Greedy);
    assert!(greedy.nodes.is_some_and(|visited| visited < 25));
    assert_eq!((greedy.outcome, greedy.tour), (Outcome::Stuck, None));
    let whole = search(&problem, Ties::First, Mode::Backtracking);
    assert_eq!(whole.outcome, Outcome::None);
    // All there is to search, in whatever order.
    assert_eq!(whole.nodes, plain::search(&problem).nodes);
}

#[test]
fn a_single_square_is_a_tour_without_a_check_and_never_closes() {
    let problem = open("1x1", "1,1");
    for mode in [Mode::Backtracking, Mode::Greedy] {
        let answer = search(&problem, Ties::Pohl, mode);
        assert_eq!((answer.checks, answer.nodes), (0, Some(1)));
        let closed = Problem { goal: Goal::Closed, ..problem };
        let answer = search(&closed, Ties::Pohl, mode);
        assert_eq!((answer.checks, answer.nodes), (8, Some(1)));
        assert!(matches!(answer.outcome, Outcome::None | Outcome::Stuck));
    }
}

#[test]
fn large_boards_are_toured_without_recursion() {
    for (text, ties) in [("300x200", Ties::First), ("250x250", Ties::Roth)] {
        let problem = open(text, "1,1");
        let budget = Budget::checks(10_000_000).unwrap();
        let answer = search(&Problem { budget, ..problem }, ties, Mode::Backtracking);
        check_tour(&problem, &answer);
        assert_eq!(answer.outcome, Outcome::Tour, "{text} {ties:?}");
    }
}

#[test]
fn the_progress_sees_the_checks_rise_and_can_stop_the_search() {
    let mut seen = Vec::new();
    let problem = open("5x5", "1,2");
    let answer = warnsdorff::search(&problem, Ties::First, Mode::Backtracking, &mut |checks| {
        seen.push(checks);
        if seen.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(answer, Err(Interrupted));
    assert!(seen.len() == 5 && seen.is_sorted_by(|a, b| a < b));
}

#[test]
fn random_ties_depend_on_their_seed_alone() {
    let problem = open("8x8", "4,4");
    let tour = |seed| search(&problem, Ties::Random(seed), Mode::Backtracking).tour;
    assert_eq!(tour(1), tour(1));
    let different: Vec<Option<Vec<Square>>> = (1..=5).map(tour).collect();
    assert!(different.windows(2).any(|pair| pair[0] != pair[1]));
}

#[test]
fn the_failures_from_every_start_are_those_of_its_orbit() {
    for text in ["5x5", "4x6"] {
        let board: Board = text.parse().unwrap();
        let start = board.parse_square("2,4").unwrap();
        let counted = greedy_failures(board);
        let expected = failures(board, start);
        for g in Symmetry::of(board) {
            assert_eq!(counted[board.index(g.square(board, start))], expected, "{text}");
        }
    }
}

/// Counts directly the orders with which a greedy run from this start gets stuck.
fn failures(board: Board, start: Square) -> u16 {
    let budget = Budget::UNLIMITED;
    let goal = Goal::Open;
    let stuck = |order: &MoveOrder| {
        let order = *order;
        let problem = Problem { board, start, order, goal, budget };
        search(&problem, Ties::First, Mode::Greedy).outcome == Outcome::Stuck
    };
    MoveOrder::all().filter(stuck).count() as u16
}

/// How many greedy runs there are, and in how many of them the knight gets stuck, by running them
/// all.
pub fn runs_and_stuck(known: &GreedyRuns) -> (u64, u64) {
    let board = known.board();
    let starts = known.start().map_or(board.squares().collect(), |start| vec![start]);
    let orders_and_seeds: Vec<(MoveOrder, u64)> = match known.last_seed {
        Some(last) => (1..=last).map(|seed| (MoveOrder::FIG2, seed)).collect(),
        None => MoveOrder::all().map(|order| (order, 0)).collect(),
    };
    let is_stuck = |start: Square, order: MoveOrder, seed: u64| {
        let of_rule = |&(rule, ..): &(Rule, Ties, Mode)| rule == known.rule();
        let (_, ties, mode) = rules(seed).into_iter().find(of_rule).unwrap();
        let problem = Problem { board, start, order, goal: Goal::Open, budget: Budget::UNLIMITED };
        search(&problem, ties, mode).outcome == Outcome::Stuck
    };
    let from = |&start: &Square| {
        let runs = orders_and_seeds.iter();
        let stuck = runs.filter(|&&(order, seed)| is_stuck(start, order, seed));
        stuck.count() as u64
    };
    let runs = (starts.len() * orders_and_seeds.len()) as u64;
    (runs, starts.par_iter().map(from).sum())
}

#[test]
fn greedy_runs_get_stuck_as_often_as_is_known() {
    let known = GreedyRuns::all().into_iter();
    for known in known.filter(|known| known.runs < 100_000) {
        let context = format!("{} from {:?}: {}", known.rule, known.start(), known.source);
        assert_eq!(runs_and_stuck(&known), (known.runs, known.stuck), "{context}");
    }
}

#[test]
fn roths_ties_fail_from_few_corners_and_else_take_a_known_number_of_checks() {
    let corners = |n: u16| [(1, 1), (1, n), (n, 1), (n, n)].map(|(row, col)| Square { row, col });
    let jobs: Vec<(u16, Square)> =
        (16..=110).flat_map(|n| corners(n).map(|start| (n, start))).collect();
    let stuck: Vec<(u16, Square)> = jobs
        .into_par_iter()
        .filter(|&(n, start)| {
            let problem = Problem { start, ..open(&format!("{n}x{n}"), "1,1") };
            let answer = search(&problem, Ties::Roth, Mode::Greedy);
            let n = u128::from(n);
            if answer.outcome == Outcome::Tour {
                assert_eq!(answer.checks, 8 * (n * n - 1) + 32 * (n - 1) * (n - 2));
            }
            answer.outcome == Outcome::Stuck
        })
        .collect();
    let expected = [(27, 27, 1), (30, 30, 1), (37, 37, 37), (104, 104, 1)];
    assert_eq!(stuck, expected.map(|(n, row, col)| (n, Square { row, col })));
}

/// Squirrel and Cull state it for all sides from 112 on.
#[test]
fn squirrel_and_culls_changing_orders_tour_large_boards() {
    let order: MoveOrder = "78123456".parse().unwrap();
    let failing: Vec<u16> = (112..=175)
        .into_par_iter()
        .filter(|side| {
            let problem = Problem { order, ..open(&format!("{side}x{side}"), "1,1") };
            let answer = search(&problem, Ties::SquirrelCull, Mode::Greedy);
            check_tour(&problem, &answer);
            answer.outcome != Outcome::Tour
        })
        .collect();
    assert_eq!(failing, [0; 0]);
}

#[test]
fn the_largest_board_is_toured() {
    let problem = open("2000x2000", "1,1");
    let answer = search(&problem, Ties::Roth, Mode::Greedy);
    check_tour(&problem, &answer);
    assert_eq!(answer.nodes, Some(4_000_000));
}

#[test]
fn ties_with_as_many_onward_moves_go_by_the_move_order() {
    // From the corner of a square board both children are alike, so the order decides.
    for (first, second) in [("12345678", (2, 3)), ("21345678", (3, 2))] {
        let problem = Problem { order: first.parse().unwrap(), ..open("6x6", "1,1") };
        let tour = search(&problem, Ties::First, Mode::Backtracking).tour.unwrap();
        assert_eq!((tour[1].row, tour[1].col), second);
    }
}

/// Squirrel and Cull's orders, their digits counted clockwise from a move.
fn orders_counted_from(row: i32, col: i32) -> Vec<MoveOrder> {
    let first = Move::from_delta(row, col).unwrap();
    let read = |order: MoveOrder| {
        let moves = order.moves();
        MoveOrder::new(moves.map(|digit| Move::ALL[(first.index() + digit.index()) % 8])).unwrap()
    };
    known::squirrel_cull_orders().into_iter().map(read).collect()
}

/// The place of the first order with which a greedy run from the corner finds a tour.
fn first_to_succeed(board: &str, orders: &[MoveOrder]) -> Option<usize> {
    orders.iter().position(|&order| {
        let problem = Problem { order, ..open(board, "1,1") };
        let tour = search(&problem, Ties::First, Mode::Greedy).tour;
        tour.is_some_and(|squares| Tour::new(problem.board, squares).is_ok())
    })
}

/// `docs/warnsdorff.md`, section 5, which `examples/squirrel_cull.rs` finds for all sides up to
/// 299.
#[test]
fn the_19_orders_suffice_in_one_numbering_and_not_in_others() {
    let sufficing = orders_counted_from(1, -2);
    assert_eq!(sufficing.len(), 19);
    for (rows, cols) in (10..=14).flat_map(|rows| (10..=14).map(move |cols| (rows, cols))) {
        let first = first_to_succeed(&format!("{rows}x{cols}"), &sufficing);
        assert!(first.is_some_and(|place| place < 8), "{rows}x{cols}");
    }
    for failing in SquirrelCullBoard::all() {
        let orders = orders_counted_from(failing.move1_row, failing.move1_col);
        let board = &failing.board().to_string();
        assert_eq!(first_to_succeed(board, &orders), None, "{board}");
        assert!(first_to_succeed(board, &sufficing).is_some(), "{board}");
    }
}
