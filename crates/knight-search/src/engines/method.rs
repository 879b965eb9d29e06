//! How a search goes: its rule, its engine, and for a rule that draws lots its seed.

use crate::bitboard::knight_graph;
use crate::board::Board;
use crate::engines::warnsdorff::{Mode, Ties};
use crate::named_enum::named_enum;

/// How the count is obtained. Engines give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// Every node is visited, and its checks counted with it: [`step`](super::step).
    Step,
    /// What fails is counted without being visited: [`leap`](super::leap).
    Leap,
    /// Whichever of the two is expected to be quicker.
    Auto,
}

/// How children are ordered at a node, and what happens at a dead end.
///
/// All but [`Rule::Fixed`] go by Warnsdorff's rule ([`warnsdorff`](crate::engines::warnsdorff)) and differ in what they do with
/// ties; those named greedy stop at the first dead end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// By the move order alone, as in the paper.
    Fixed,
    /// Fewest onward moves first, ties by the move order.
    Warnsdorff,
    /// Ties by lot, from a seed.
    WarnsdorffRandom,
    /// Ties by Pohl's second look ahead.
    WarnsdorffPohl,
    /// Ties by Roth's distance from the centre.
    WarnsdorffRoth,
    /// As [`Rule::Warnsdorff`], without going back.
    Greedy,
    /// As [`Rule::WarnsdorffRandom`], without going back.
    GreedyRandom,
    /// As [`Rule::WarnsdorffPohl`], without going back.
    GreedyPohl,
    /// As [`Rule::WarnsdorffRoth`], without going back.
    GreedyRoth,
}

/// How a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// How children are ordered.
    pub rule: Rule,
    /// The seed of a rule that [draws lots](Rule::draws_lots); for one without it counts as 0, other rules ignore it.
    pub seed: Option<u64>,
    /// How counts are obtained.
    pub engine: Engine,
}

impl Rule {
    /// Whether a search needs a seed.
    pub const fn draws_lots(self) -> bool {
        matches!(self, Rule::WarnsdorffRandom | Rule::GreedyRandom)
    }

    /// Whether a search stops at the first dead end.
    pub const fn is_greedy(self) -> bool {
        matches!(self, Rule::Greedy | Rule::GreedyRandom | Rule::GreedyPohl | Rule::GreedyRoth)
    }

    /// Whether children that tie are told apart by looking one move further, which takes checks.
    pub const fn looks_further(self) -> bool {
        matches!(self, Rule::WarnsdorffPohl | Rule::GreedyPohl)
    }
}

impl Method {
    /// The paper's search, by the move order alone.
    pub const fn fixed(engine: Engine) -> Method {
        Method { rule: Rule::Fixed, seed: None, engine }
    }

    /// Ties and mode of Warnsdorff's rule; `None` for [`Rule::Fixed`].
    pub(super) fn warnsdorff(self) -> Option<(Ties, Mode)> {
        let ties = match self.rule {
            Rule::Fixed => return None,
            Rule::Warnsdorff | Rule::Greedy => Ties::First,
            Rule::WarnsdorffRandom | Rule::GreedyRandom => {
                Ties::Random(self.seed.unwrap_or_default())
            }
            Rule::WarnsdorffPohl | Rule::GreedyPohl => Ties::Pohl,
            Rule::WarnsdorffRoth | Rule::GreedyRoth => Ties::Roth,
        };
        let mode = if self.rule.is_greedy() { Mode::Greedy } else { Mode::Backtracking };
        Some((ties, mode))
    }

    /// Whether the engine knows the rule: counting without visiting needs failures that cost the same in every order.
    pub fn is_possible(self) -> bool {
        self.rule == Rule::Fixed || self.engine != Engine::Leap
    }

    /// Whether a search can go like this on the board.
    pub fn takes(self, board: Board) -> bool {
        match (self.rule, self.engine) {
            (Rule::Fixed, _) => knight_graph::supports(board),
            _ => self.is_possible(),
        }
    }

    /// What boards it takes, for people.
    pub const fn limit(self) -> &'static str {
        match (self.rule, self.engine) {
            (Rule::Fixed, _) => "boards of up to 256 squares",
            (_, Engine::Step | Engine::Auto) => "boards of up to 1000 rows and columns",
            (_, Engine::Leap) => "no board",
        }
    }

    /// Whether every check is performed.
    pub fn is_stepped(self) -> bool {
        self.rule != Rule::Fixed || self.engine == Engine::Step
    }
}

named_enum!(Rule, "rule", Fixed => "fixed",
    Warnsdorff => "warnsdorff", WarnsdorffRandom => "warnsdorff-random",
    WarnsdorffPohl => "warnsdorff-pohl", WarnsdorffRoth => "warnsdorff-roth",
    Greedy => "greedy", GreedyRandom => "greedy-random",
    GreedyPohl => "greedy-pohl", GreedyRoth => "greedy-roth");
named_enum!(Engine, "engine", Step => "step", Leap => "leap", Auto => "auto");
