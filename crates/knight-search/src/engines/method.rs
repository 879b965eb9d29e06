//! How a search is done: its rule, its engine, and the seed of a random rule.

use crate::engines::warnsdorff::{Mode, Ties};
use knight_board::{Board, bitboard, named_enum};

/// How the count is obtained. All engines that count give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Engine {
    /// Visits every node and counts its checks: [`step`](super::step).
    Step,
    /// Counts failed nodes without visiting them: [`leap`](super::leap).
    Leap,
    /// Whichever of the two is expected to be quicker.
    #[default]
    Auto,
    /// Does not count, but estimates: [`estimates::checks`](crate::estimates::checks).
    Estimate,
}

/// How children are ordered at a node, and what happens at a dead end.
///
/// All but [`Rule::Fixed`] follow Warnsdorff's rule ([`warnsdorff`](crate::engines::warnsdorff))
/// and differ in how they break ties; greedy ones stop at the first dead end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rule {
    /// By the move order alone, as in the paper.
    #[default]
    Fixed,
    /// Fewest onward moves first, ties by the move order.
    Warnsdorff,
    /// Ties at random, from a seed.
    WarnsdorffRandom,
    /// Ties by Pohl's second look ahead.
    WarnsdorffPohl,
    /// Ties by Pohl's second look ahead, then at random.
    WarnsdorffPohlRandom,
    /// Ties by Roth's distance from the centre.
    WarnsdorffRoth,
    /// Ties by the changing orders of Squirrel and Cull.
    WarnsdorffSquirrelCull,
    /// As [`Rule::Warnsdorff`], without backtracking.
    Greedy,
    /// As [`Rule::WarnsdorffRandom`], without backtracking.
    GreedyRandom,
    /// As [`Rule::WarnsdorffPohl`], without backtracking.
    GreedyPohl,
    /// As [`Rule::WarnsdorffPohlRandom`], without backtracking.
    GreedyPohlRandom,
    /// As [`Rule::WarnsdorffRoth`], without backtracking.
    GreedyRoth,
    /// As [`Rule::WarnsdorffSquirrelCull`], without backtracking.
    GreedySquirrelCull,
}

/// How a search is done.
///
/// ```
/// use knight_search::{Board, Engine, Method, Rule};
/// let large = Board::new(100, 100).unwrap();
/// assert!(!Method::fixed(Engine::Auto).supports(large)); // up to 256 squares
/// let greedy = Method { rule: Rule::Greedy, seed: None, engine: Engine::Step };
/// assert!(greedy.supports(large));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// How children are ordered.
    pub rule: Rule,
    /// The seed of a [random](Rule::is_random) rule, or of an estimate; 0 if missing. Others ignore
    /// it.
    pub seed: Option<u64>,
    /// How counts are obtained.
    pub engine: Engine,
}

impl Rule {
    /// How it breaks ties, with a seed, and what it does at a dead end; `None` for [`Rule::Fixed`].
    const fn ties_and_mode(self, seed: u64) -> Option<(Ties, Mode)> {
        Some(match self {
            Rule::Fixed => return None,
            Rule::Warnsdorff => (Ties::First, Mode::Backtracking),
            Rule::WarnsdorffRandom => (Ties::Random(seed), Mode::Backtracking),
            Rule::WarnsdorffPohl => (Ties::Pohl, Mode::Backtracking),
            Rule::WarnsdorffPohlRandom => (Ties::PohlRandom(seed), Mode::Backtracking),
            Rule::WarnsdorffRoth => (Ties::Roth, Mode::Backtracking),
            Rule::WarnsdorffSquirrelCull => (Ties::SquirrelCull, Mode::Backtracking),
            Rule::Greedy => (Ties::First, Mode::Greedy),
            Rule::GreedyRandom => (Ties::Random(seed), Mode::Greedy),
            Rule::GreedyPohl => (Ties::Pohl, Mode::Greedy),
            Rule::GreedyPohlRandom => (Ties::PohlRandom(seed), Mode::Greedy),
            Rule::GreedyRoth => (Ties::Roth, Mode::Greedy),
            Rule::GreedySquirrelCull => (Ties::SquirrelCull, Mode::Greedy),
        })
    }

    /// Whether the rule breaks ties at random, from a seed.
    pub const fn is_random(self) -> bool {
        matches!(self.ties_and_mode(0), Some((Ties::Random(_) | Ties::PohlRandom(_), _)))
    }

    /// Whether a search stops at the first dead end.
    pub const fn is_greedy(self) -> bool {
        matches!(self.ties_and_mode(0), Some((_, Mode::Greedy)))
    }

    /// Whether the rule is one of square boards only.
    pub const fn needs_square_board(self) -> bool {
        matches!(self.ties_and_mode(0), Some((Ties::SquirrelCull, _)))
    }
}

impl Method {
    /// The paper's search, by the move order alone.
    pub const fn fixed(engine: Engine) -> Method {
        Method { rule: Rule::Fixed, seed: None, engine }
    }

    /// Ties and mode of Warnsdorff's rule; `None` for [`Rule::Fixed`].
    pub(super) fn warnsdorff(self) -> Option<(Ties, Mode)> {
        self.rule.ties_and_mode(self.seed.unwrap_or_default())
    }

    /// Whether the engine supports the rule. [`Engine::Leap`] and [`Engine::Estimate`] support only
    /// [`Rule::Fixed`]: they need failures that cost the same in every order.
    pub fn is_valid(self) -> bool {
        self.rule == Rule::Fixed || matches!(self.engine, Engine::Step | Engine::Auto)
    }

    /// Whether the search depends on a seed.
    pub fn takes_seed(self) -> bool {
        self.rule.is_random() || self.engine == Engine::Estimate
    }

    /// Whether a search can be done like this on the board.
    pub fn supports(self, board: Board) -> bool {
        match self.rule {
            Rule::Fixed => bitboard::supports(board),
            rule if rule.needs_square_board() && board.rows() != board.cols() => false,
            _ => self.is_valid(),
        }
    }

    /// The boards that [`supports`](Method::supports) accepts, for messages.
    pub const fn supported_boards(self) -> &'static str {
        match (self.rule, self.engine) {
            (Rule::Fixed, _) => "boards of up to 256 squares",
            (rule, Engine::Step | Engine::Auto) if rule.needs_square_board() => {
                "square boards of up to 2000 rows and columns"
            }
            (_, Engine::Step | Engine::Auto) => "boards of up to 2000 rows and columns",
            (_, Engine::Leap | Engine::Estimate) => "no board",
        }
    }

    /// Whether every check is performed rather than counted.
    pub fn performs_every_check(self) -> bool {
        self.rule != Rule::Fixed || self.engine == Engine::Step
    }
}

named_enum!(Rule, "rule", Fixed => "fixed",
    Warnsdorff => "warnsdorff", WarnsdorffRandom => "warnsdorff-random",
    WarnsdorffPohl => "warnsdorff-pohl", WarnsdorffPohlRandom => "warnsdorff-pohl-random",
    WarnsdorffRoth => "warnsdorff-roth", WarnsdorffSquirrelCull => "warnsdorff-squirrel-cull",
    Greedy => "greedy", GreedyRandom => "greedy-random",
    GreedyPohl => "greedy-pohl", GreedyPohlRandom => "greedy-pohl-random",
    GreedyRoth => "greedy-roth", GreedySquirrelCull => "greedy-squirrel-cull");
named_enum!(Engine, "engine", Step => "step", Leap => "leap", Auto => "auto",
    Estimate => "estimate");
