//! How a search is done: its rule, its engine, and the seed of a random rule.

use crate::engines::warnsdorff::Ties;
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

impl Engine {
    /// Whether it may perform every check: only such an engine can follow any rule.
    pub const fn performs_checks(self) -> bool {
        self.instead_of_checks().is_none()
    }

    /// What it does if it never performs every check, for messages: it `estimates checks`.
    pub const fn instead_of_checks(self) -> Option<&'static str> {
        match self {
            Engine::Step | Engine::Auto => None,
            Engine::Leap => Some("counts failed checks"),
            Engine::Estimate => Some("estimates checks"),
        }
    }
}

/// How children are ordered at a node, and what happens at a dead end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rule {
    /// By the move order alone, as in the paper.
    #[default]
    Fixed,
    /// By [Warnsdorff's rule](crate::engines::warnsdorff), with backtracking.
    Warnsdorff(Ties),
    /// By Warnsdorff's rule up to the first dead end.
    Greedy(Ties),
}

/// How a search is done.
///
/// ```
/// use knight_search::{Board, Engine, Method, Rule, Ties};
/// let large = Board::new(100, 100).unwrap();
/// assert!(!Method::fixed(Engine::Auto).supports(large)); // up to 256 squares
/// let greedy = Method { rule: Rule::Greedy(Ties::First), seed: None, engine: Engine::Step };
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
    /// How it breaks ties; `None` for [`Rule::Fixed`].
    const fn ties(self) -> Option<Ties> {
        match self {
            Rule::Fixed => None,
            Rule::Warnsdorff(ties) | Rule::Greedy(ties) => Some(ties),
        }
    }

    /// Whether the rule breaks ties at random, from a seed.
    pub const fn is_random(self) -> bool {
        matches!(self.ties(), Some(Ties::Random | Ties::PohlRandom))
    }

    /// Whether a search stops at the first dead end.
    pub const fn is_greedy(self) -> bool {
        matches!(self, Rule::Greedy(_))
    }

    /// Whether the rule is one of square boards only.
    pub const fn needs_square_board(self) -> bool {
        matches!(self.ties(), Some(Ties::SquirrelCull))
    }
}

impl Method {
    /// The paper's search, by the move order alone.
    pub const fn fixed(engine: Engine) -> Method {
        Method { rule: Rule::Fixed, seed: None, engine }
    }

    /// Whether the engine supports the rule. Engines that do not perform checks support only
    /// [`Rule::Fixed`]: they need failures that cost the same in every order.
    pub fn is_valid(self) -> bool {
        self.rule == Rule::Fixed || self.engine.performs_checks()
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
        match self.rule {
            Rule::Fixed => "boards of up to 256 squares",
            _ if !self.engine.performs_checks() => "no board",
            rule if rule.needs_square_board() => "square boards of up to 2000 rows and columns",
            _ => "boards of up to 2000 rows and columns",
        }
    }

    /// Whether every check is performed rather than counted.
    pub fn performs_every_check(self) -> bool {
        self.rule != Rule::Fixed || self.engine == Engine::Step
    }
}

named_enum!(Rule, "rule"; Fixed => "fixed",
    Warnsdorff(Ties::First) => "warnsdorff", Warnsdorff(Ties::Random) => "warnsdorff-random",
    Warnsdorff(Ties::Pohl) => "warnsdorff-pohl",
    Warnsdorff(Ties::PohlRandom) => "warnsdorff-pohl-random",
    Warnsdorff(Ties::Roth) => "warnsdorff-roth",
    Warnsdorff(Ties::SquirrelCull) => "warnsdorff-squirrel-cull",
    Greedy(Ties::First) => "greedy", Greedy(Ties::Random) => "greedy-random",
    Greedy(Ties::Pohl) => "greedy-pohl", Greedy(Ties::PohlRandom) => "greedy-pohl-random",
    Greedy(Ties::Roth) => "greedy-roth", Greedy(Ties::SquirrelCull) => "greedy-squirrel-cull");
named_enum!(Engine, "engine", Step => "step", Leap => "leap", Auto => "auto",
    Estimate => "estimate");
