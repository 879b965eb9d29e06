//! Tips for options that a command does not have: what to write in the place of options of other
//! programs.

use clap::Command;

/// What others call a budget.
const BUDGET: &str =
    "budget maxchecks checks limit maxiterations iterations maxsteps maxnodes steps";

/// The flag that a tip is about, how others call it, and what to write. Commands without the flag
/// do not give the tip. Names are in small letters, without dashes, between blanks; `COMMAND`
/// stands for the command. The first tip that fits is given.
const TIPS: [(&str, &str, &str); 12] = [
    // Names of arrays of moves in programs.
    (
        "xy",
        "dx dy x y dr dc xmove ymove xmoves ymoves",
        "the moves of a program go together into --moves: knightsweep COMMAND --moves 'dx = \
                 {2, 1, …}; dy = {1, 2, …}'",
    ),
    // Sizes of boards in other programs.
    (
        "board",
        "n size width height rows cols row col",
        "a board is written as rows x columns, such as --board 8x8",
    ),
    // Goals as flags.
    (
        "goal",
        "closed open cycle circuit",
        "--goal says which tours are meant: COMMAND --goal closed",
    ),
    // What others call a budget.
    ("budget", BUDGET, "--budget limits the checks: COMMAND --budget 100M"),
    // The order that others give, in a command that tries all.
    (
        "compare",
        "order orders",
        "COMMAND tries all orders; --compare ORDER shows one beside the quickest",
    ),
    // What changes results, in a command that only reads.
    (
        "no-estimate",
        "reuse fresh repair shard",
        "COMMAND says what all jobs take; run and sweep have this option",
    ),
    // Options of searches, in commands that read results.
    (
        "where",
        "start starts order orders board boards rule rules goal goals budget budgets outcome by \
                filter",
        "--where chooses jobs: COMMAND --where start=1,1",
    ),
    // Options of other programs for pictures: of tours, and of those that only `plot` draws.
    ("svg", "png pdf picture image plot draw", "--svg FILE draws the tour"),
    (
        "font-size",
        "dpi ppi resolution scale size pixels",
        "--width is the size of a picture in millimetres, and --font-size that of its texts; \
                 a PNG has 300 pixels to the inch",
    ),
    (
        "font-size",
        "gray grey grayscale greyscale bw mono monochrome color colour colors colours \
                cmap colormap",
        "--palette chooses the colours of heat maps and matrices, and --theme the ground; in \
                 grey print, lines differ in their dashes and symbols",
    ),
    ("font-size", "format type svg png pdf", "the ending of --out is the format: --out NAME.svg"),
    ("font-size", "output file save", "--out names the picture"),
];

/// The advice about an option that a command does not have.
pub(super) fn about(option: &str, command: &Command) -> Option<String> {
    let has = |flag: &str| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
    let is_about = |(flag, names, _): &(&str, &str, &str)| has(flag) && is_one_of(names, option);
    let (_, _, advice) = TIPS.into_iter().find(is_about)?;
    Some(advice.replace("COMMAND", command.get_name()))
}

/// Whether others call a budget so.
pub(super) fn is_budget(option: &str) -> bool {
    is_one_of(BUDGET, option)
}

fn is_one_of(names: &str, option: &str) -> bool {
    names.split(' ').any(|name| name == plain(option))
}

/// The name of an option in small letters, without dashes.
pub(super) fn plain(option: &str) -> String {
    option.to_ascii_lowercase().replace(['-', '_'], "")
}
